import { useCallback, useEffect, useState } from 'react';
import { isRightToLeft } from '../../../texts/texts';

/** How long a page stays, in ms, and how long after somebody has touched the screen. */
const TURNS_AFTER_MS = 15_000;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const;

/** The page after `now`: of `keeps`, the pages that are kept, or of all if it is empty. */
function nextPage(now: number, count: number, keeps: string): number {
  if (keeps === '') return (now + 1) % count;
  const pages = keeps.split(' ').map(Number);
  return pages.find((page) => page > now) ?? pages[0] ?? now;
}

export interface Pages {
  /** The index of the page on the screen. */
  page: number;
  turn: (by: number) => void;
  /** Whether pages turn by themselves. */
  turns: boolean;
  setTurns: (turns: boolean) => void;
}

/**
 * Turns the pages by themselves, and with the arrow keys. They stay while somebody uses the screen.
 * @param kept the pages to which they keep by themselves, and turn at once; empty for all
 */
export function usePages(count: number, kept: readonly number[] = []): Pages {
  const [asked, setPage] = useState(0);
  const [turns, setTurns] = useState(true);
  const keeps = kept.join(' ');
  const [keptBefore, setKeptBefore] = useState('');
  if (keeps !== keptBefore) {
    setKeptBefore(keeps);
    if (kept[0] !== undefined) setPage(kept[0]);
  }
  const turn = useCallback((by: number) => setPage((now) => (now + by + count) % count), [count]);

  useEffect(() => {
    if (count < 2 || !turns) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const restart = () => {
      clearInterval(timer);
      timer = setInterval(() => setPage((now) => nextPage(now, count, keeps)), TURNS_AFTER_MS);
    };
    restart();
    for (const touch of TOUCHES) window.addEventListener(touch, restart);
    return () => {
      clearInterval(timer);
      for (const touch of TOUCHES) window.removeEventListener(touch, restart);
    };
  }, [count, turns, keeps]);

  useEffect(() => {
    if (count < 2) return undefined;
    function press({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) {
      if (altKey || ctrlKey || metaKey) return;
      if (target instanceof Element && target.closest('[role="dialog"], input')) return;
      const [onward, back] = isRightToLeft() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
      if (key === onward || key === 'PageDown') turn(1);
      if (key === back || key === 'PageUp') turn(-1);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [count, turn]);

  return { page: Math.min(asked, count - 1), turn, turns, setTurns };
}
