import { useEffect, useState } from 'react';

/** A thumb that has rested this long looks before it taps again. */
export const CALM_AFTER_TAP_MS = 5_000;

/**
 * Whether nobody is counting by hand: no pointer is down on a card, and none was within five seconds. Until then nothing
 * may move the pads, since the next tap is aimed at where they were.
 */
export function useCalm(): boolean {
  const [calm, setCalm] = useState(true);

  useEffect(() => {
    const down = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    function rest() {
      clearTimeout(timer);
      if (down.size === 0) timer = setTimeout(() => setCalm(true), CALM_AFTER_TAP_MS);
    }
    function press({ target, pointerId, isPrimary }: PointerEvent) {
      // The first finger on the glass: whatever else seems to be down has ended unheard, its card being gone.
      if (isPrimary && down.size > 0) {
        down.clear();
        rest();
      }
      if (!(target instanceof Element) || !target.closest('[data-area-id]')) return;
      down.add(pointerId);
      clearTimeout(timer);
      setCalm(false);
    }
    function release({ pointerId }: PointerEvent) {
      if (down.delete(pointerId)) rest();
    }
    document.addEventListener('pointerdown', press);
    document.addEventListener('pointerup', release);
    document.addEventListener('pointercancel', release);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('pointerup', release);
      document.removeEventListener('pointercancel', release);
    };
  }, []);

  return calm;
}
