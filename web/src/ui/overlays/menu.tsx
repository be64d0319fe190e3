import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { IconButton } from '../button';

/** The props that an open menu gets from its button. */
export interface OpenMenu {
  id: string;
  /** Which item gets the focus when the menu opens. */
  firstFocus: 'first' | 'last';
  /** Closes the menu and returns the focus to the button. */
  onClose: () => void;
  /** Closes the menu and leaves the focus where it is, because somebody continues elsewhere. */
  onLeave: () => void;
}

export interface MenuProps {
  /** The name of the menu and of its button. */
  label: string;
  icon: ReactNode;
  className?: string;
  /** Loads the code of the list, so that the menu opens at once. */
  load: () => Promise<unknown>;
  /** Renders the list of choices (menu-list.tsx). Its code can load separately, because the button works without it. */
  children: (open: OpenMenu) => ReactNode;
}

/**
 * The button of a menu. The menu itself is Radix's, whose code loads when somebody comes near the button. The code of
 * the button is small on purpose, because each area card has one.
 */
export function Menu({ label, icon, className, load, children }: MenuProps) {
  const id = useId();
  const [firstFocus, setFirstFocus] = useState<OpenMenu['firstFocus'] | null>(null);
  const isOpen = firstFocus !== null;
  const onLeave = () => setFirstFocus(null);
  const onClose = () => {
    onLeave();
    buttonOf(id)?.focus();
  };
  // If the code cannot be loaded, the open menu says so, and each approach to the button tries again.
  const prepare = () => void load().catch(() => undefined);

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) onLeave();
    else if (event.key === 'ArrowDown') setFirstFocus('first');
    else if (event.key === 'ArrowUp') setFirstFocus('last');
    else return;
    event.preventDefault();
  }

  return (
    <div className={clsx('shrink-0', className)}>
      <IconButton
        id={`${id}button`}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setFirstFocus(isOpen ? null : 'first')}
        onKeyDown={press}
      >
        {icon}
      </IconButton>
      <Suspense fallback={<Loading id={id} onLeave={onLeave} />}>
        {isOpen && children({ id, firstFocus, onClose, onLeave })}
      </Suspense>
    </div>
  );
}

/** Returns the button of the menu with this id. */
export const buttonOf = (id: string): HTMLElement | null => document.getElementById(`${id}button`);

/**
 * Closes a menu whose code is still loading when somebody presses or focuses another element, so that the menu does not
 * appear under the thumb.
 */
function Loading({ id, onLeave }: Pick<OpenMenu, 'id' | 'onLeave'>) {
  useEffect(() => {
    const leaveIfOutside = ({ target }: Event) => {
      if (target instanceof Node && !buttonOf(id)?.contains(target)) onLeave();
    };
    document.addEventListener('pointerdown', leaveIfOutside);
    document.addEventListener('focusin', leaveIfOutside);
    return () => {
      document.removeEventListener('pointerdown', leaveIfOutside);
      document.removeEventListener('focusin', leaveIfOutside);
    };
  }, [id, onLeave]);
  return null;
}
