import { type RefObject, useEffect } from 'react';

/** Calls `leave` when somebody presses, or moves the focus, outside of the open element. */
export function useLeave(owner: RefObject<HTMLElement | null>, isOpen: boolean, leave: () => void): void {
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
