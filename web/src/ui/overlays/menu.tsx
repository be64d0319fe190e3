import { clsx } from 'clsx';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../button';

/** The props that an open menu gets from its button. */
export interface OpenMenu {
  id: string;
  /** Which item gets the focus when the menu opens. */
  firstFocus: 'first' | 'last';
  /** Closes the menu and returns the focus to the button. */
  onClose: () => void;
}

export interface MenuProps {
  /** The name of the menu and of its button. */
  label: string;
  icon: ReactNode;
  className?: string;
  /** Renders the list of choices (menu-list.tsx). Its code can load separately, because the button works without it. */
  children: (open: OpenMenu) => ReactNode;
}

/**
 * A menu button as in the ARIA Authoring Practices. The menu is rendered inside its parent, not in a portal. A choice
 * runs after the focus is back on the button, so that a dialog that it opens returns the focus to the button. The code
 * is small on purpose, because each area card has a menu.
 */
export function Menu({ label, icon, className, children }: MenuProps) {
  const id = useId();
  const owner = useRef<HTMLDivElement>(null);
  const [firstFocus, setFirstFocus] = useState<OpenMenu['firstFocus'] | null>(null);
  const isOpen = firstFocus !== null;

  const onClose = useCallback(() => {
    setFirstFocus(null);
    document.getElementById(`${id}button`)?.focus();
  }, [id]);

  // Close the menu when somebody continues elsewhere, even if its code is still loading, so that it does not appear
  // under the thumb.
  useLeave(
    owner,
    isOpen,
    useCallback(() => setFirstFocus(null), []),
  );

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) setFirstFocus(null);
    else if (event.key === 'ArrowDown') setFirstFocus('first');
    else if (event.key === 'ArrowUp') setFirstFocus('last');
    else return;
    event.preventDefault();
  }

  return (
    <div ref={owner} className={clsx('relative shrink-0', className)}>
      <IconButton
        id={`${id}button`}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setFirstFocus((now) => (now ? null : 'first'))}
        onKeyDown={press}
      >
        {icon}
      </IconButton>
      <Suspense>{isOpen && children({ id, firstFocus, onClose })}</Suspense>
    </div>
  );
}

/** Calls `leave` when somebody presses outside of the open menu or moves the focus out of it. */
function useLeave(owner: RefObject<HTMLElement | null>, isOpen: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const leaveIfOutside = ({ target }: Event) => {
      if (target instanceof Node && !owner.current?.contains(target)) leave();
    };
    document.addEventListener('pointerdown', leaveIfOutside);
    document.addEventListener('focusin', leaveIfOutside);
    return () => {
      document.removeEventListener('pointerdown', leaveIfOutside);
      document.removeEventListener('focusin', leaveIfOutside);
    };
  }, [owner, isOpen, leave]);
}
