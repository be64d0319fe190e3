import { clsx } from 'clsx';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { OpenMenu } from './menu';

type Choose = (run: () => void) => void;
const ChooseContext = createContext<Choose | null>(null);

const itemsOf = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** The space between a menu and the edge of the screen, in CSS pixels. */
const MARGIN_PX = 8;

interface Place {
  readonly above: boolean;
  /** The distance between the right edges of menu and button, in CSS pixels. */
  readonly right: number;
}

/**
 * Returns the place of a menu. The menu is above its button if there is too little room below the button and enough
 * between the top bar and the button. It never extends past the left edge of the screen.
 */
function placeOf(list: HTMLElement): Place {
  const { left, bottom, height } = list.getBoundingClientRect();
  const buttonTop = list.parentElement?.getBoundingClientRect().top ?? 0;
  const ceiling = Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
  return {
    above: bottom > window.innerHeight && buttonTop - height - MARGIN_PX >= ceiling,
    right: Math.min(0, left - MARGIN_PX),
  };
}

export interface MenuListProps extends OpenMenu {
  /**
   * The full name of the object that the menu changes, in case the page has cut the name. Screen readers get the name
   * from the button's label.
   */
  heading?: string;
  children: ReactNode;
}

/** An open menu. Its code is in one chunk with its items. */
export function MenuList({ id, firstFocus, onClose, heading, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);

  useLayoutEffect(() => {
    if (list.current) setPlace(placeOf(list.current));
  }, []);

  // Focus an item only when the menu is in its final place, because the browser scrolls to the focused element.
  useEffect(() => {
    if (!place) return;
    list.current?.scrollIntoView({ block: 'nearest' });
    itemsOf(list.current)
      .at(firstFocus === 'first' ? 0 : -1)
      ?.focus();
  }, [place, firstFocus]);

  const choose = useCallback<Choose>(
    (run) => {
      onClose();
      run();
    },
    [onClose],
  );

  function move(event: KeyboardEvent) {
    const all = itemsOf(list.current);
    const now = all.findIndex((item) => item === document.activeElement);
    const target = targetOf(event.key, all, now);
    if (target) target.focus();
    else if (event.key === 'Escape') onClose();
    // Closing returns the focus to the button, from which Tab moves on to the next element.
    else if (event.key === 'Tab') return onClose();
    else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  }

  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-labelledby={`${id}button`}
      onKeyDown={move}
      className={clsx(
        'fade-in absolute z-20 max-h-[calc(100dvh-2rem)] w-max max-w-[min(20rem,100vw-1rem)] min-w-[min(13rem,100vw-1rem)] scroll-m-4 overflow-y-auto rounded-pad border border-line bg-raised p-1.5 shadow-lift outline-none',
        place?.above ? 'bottom-full mb-1.5' : 'top-full mt-1.5',
      )}
      style={{ right: place?.right ?? 0 }}
    >
      {heading !== undefined && (
        <p aria-hidden className="px-3 pt-1.5 pb-2 text-sm font-semibold text-muted">
          {heading}
        </p>
      )}
      <ChooseContext value={choose}>{children}</ChooseContext>
    </div>
  );
}

/**
 * Returns the item to which a key moves the focus: arrow keys wrap around, Home and End go to the ends, a letter goes
 * to the next item that begins with it.
 */
function targetOf(key: string, items: readonly HTMLElement[], now: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(now + 1) % items.length];
    case 'ArrowUp':
      return items.at(now <= 0 ? -1 : now - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return key.trim().length === 1
        ? [...items.slice(now + 1), ...items.slice(0, now + 1)].find((item) =>
            item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
          )
        : undefined;
  }
}

export interface MenuItemProps {
  icon?: ReactNode;
  /** Whether the action deletes something permanently. */
  danger?: boolean;
  /** Whether the item cannot be chosen now. Arrow keys still reach it (ARIA Authoring Practices). */
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  const choose = use(ChooseContext);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && choose?.(onSelect)}
      onPointerMove={({ currentTarget, pointerType }) => pointerType === 'mouse' && currentTarget.focus()}
      className={clsx(
        'touch-pad flex min-h-12 w-full items-center gap-3 [&>svg]:shrink-0 rounded-field px-3 text-left font-medium outline-none focus:bg-sunken',
        danger && 'text-bad',
        disabled && 'opacity-50',
      )}
    >
      {icon}
      {children}
    </button>
  );
}
