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

/** What an open menu gets from its button. */
export interface OpenMenu {
  id: string;
  /** Where the focus goes when the menu opens. */
  firstFocus: 'first' | 'last';
  /** The focus returns to the button. */
  onClose: () => void;
}

export interface MenuProps {
  /** Name of the button that opens it, and of the menu. */
  label: string;
  icon: ReactNode;
  className?: string;
  /** The list of choices (menu-list.tsx), which may load separately: the button works without it. */
  children: (open: OpenMenu) => ReactNode;
}

/**
 * A menu button of the ARIA Authoring Practices, with its menu in place in the document. A choice runs after the focus
 * is back on the button, so that a dialog that it opens returns the focus there. Small on purpose: every card has one.
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

  // Somebody who goes on elsewhere must not get a menu under the thumb, even if its code is still loading.
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

/** Calls `leave` when somebody presses, or moves the focus, outside of the open element. */
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
