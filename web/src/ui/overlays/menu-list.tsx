import { clsx } from 'clsx';
import { DropdownMenu as Radix } from 'radix-ui';
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  use,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { isRightToLeft } from '../../texts/texts';
import { buttonOf, type OpenMenu } from './menu';

const CloseContext = createContext<() => void>(() => undefined);

/** The space between a menu and the edges of the screen, in CSS pixels. */
const MARGIN_PX = 8;
/** The space between a menu and its button, in CSS pixels. */
const GAP_PX = 6;

/** Returns the space that a menu keeps free at the edges of the screen. The top bar stays visible, except under its own menu. */
function freeSpace(button: HTMLElement | null) {
  const bar = document.querySelector('header');
  const ceiling = bar && !bar.contains(button) ? bar.getBoundingClientRect().bottom : 0;
  return { top: Math.max(0, ceiling) + MARGIN_PX, right: MARGIN_PX, bottom: MARGIN_PX, left: MARGIN_PX };
}

/** Gives Radix the button of a menu. The button is not inside Radix's root, because it was there before Radix. */
function Anchor({ button, ref }: { button: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button, [button]);
  return null;
}

export interface MenuListProps extends OpenMenu {
  /**
   * The full name of the object that the menu changes, in case the page has cut the name. Screen readers get the name
   * from the button's label.
   */
  heading?: string;
  children: ReactNode;
}

/**
 * An open menu: Radix's menu, which places it and moves the focus between its items. It is not modal: a press outside
 * closes the menu and also reaches what is pressed, because that may be a counting pad.
 */
export function MenuList({ id, firstFocus, onClose, onLeave, heading, children }: MenuListProps) {
  const isEntered = useRef(false);
  const [button] = useState(() => buttonOf(id));
  const [collisionPadding] = useState(() => freeSpace(button));

  /** Radix focuses the list when it opens, and again when the mouse leaves an item. The first focus moves on. */
  function enter({ currentTarget }: FocusEvent<HTMLElement>) {
    if (isEntered.current) return;
    isEntered.current = true;
    const items = currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]');
    const item = [...items].at(firstFocus === 'first' ? 0 : -1);
    item?.focus({ preventScroll: true });
    // Radix has placed the menu by the next frame. Only then does the item have its place.
    requestAnimationFrame(() => item?.scrollIntoView({ block: 'nearest' }));
  }

  /** Closing returns the focus to the button, from which Tab moves on to the next element. Radix would ignore Tab. */
  function leaveByTab(event: KeyboardEvent) {
    if (event.key !== 'Tab') return;
    event.stopPropagation();
    onClose();
  }

  /** A press on the button closes the menu by its own click. */
  function stayOpen(event: Event) {
    if (event.target instanceof Node && button?.contains(event.target)) event.preventDefault();
  }

  // Radix also closes the menu when the window loses the focus. Nobody continues elsewhere on the page then.
  const leave = () => (document.hasFocus() ? onLeave() : onClose());

  return (
    <Radix.Root open modal={false} dir={isRightToLeft() ? 'rtl' : 'ltr'} onOpenChange={leave}>
      <Radix.Trigger asChild>
        <Anchor button={button} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-labelledby={`${id}button`}
          align="end"
          sideOffset={GAP_PX}
          collisionPadding={collisionPadding}
          loop
          onFocus={enter}
          onKeyDownCapture={leaveByTab}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            onClose();
          }}
          onInteractOutside={stayOpen}
          // The menu has already returned the focus where that is right.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={clsx(
            button?.closest('header') ? 'z-40' : 'z-20',
            'fade-in max-h-(--radix-dropdown-menu-content-available-height) w-max max-w-[min(20rem,100vw-1rem)] min-w-[min(13rem,100vw-1rem)] scroll-shade overflow-y-auto rounded-pad border border-line p-1.5 shadow-lift',
          )}
        >
          {heading !== undefined && (
            <p aria-hidden className="px-3 pt-1.5 pb-2 text-sm font-semibold text-muted">
              {heading}
            </p>
          )}
          <CloseContext value={onClose}>{children}</CloseContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  /** Whether the action deletes something permanently. */
  danger?: boolean;
  /**
   * Whether the item cannot be chosen now. Arrow keys still reach it (ARIA Authoring Practices), so Radix does not know
   * that it is disabled.
   */
  disabled?: boolean;
  /** The id of a text in the menu that says more about the item. */
  describedBy?: string;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, describedBy, onSelect, children }: MenuItemProps) {
  const close = use(CloseContext);

  /** The choice runs after the focus is back on the button, so that a dialog that it opens returns the focus there. */
  function choose(event: Event) {
    event.preventDefault();
    if (disabled) return;
    close();
    onSelect();
  }

  return (
    <Radix.Item
      aria-disabled={disabled || undefined}
      aria-describedby={describedBy}
      onSelect={choose}
      className={clsx(
        'touch-pad flex min-h-12 items-center gap-3 [&>svg]:shrink-0 rounded-field px-3 font-medium outline-none focus:bg-sunken',
        danger && 'text-bad',
        disabled && 'opacity-50',
      )}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}
