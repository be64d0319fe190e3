import { useCallback, useEffect, useState } from 'react';

/** How long a page stays, in ms, and how long after somebody has touched the screen. */
const TURNS_AFTER_MS = 15_000;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const;

export interface Pages {
  /** The index of the page on the screen. */
  page: number;
  turn: (by: number) => void;
  /** Whether pages turn by themselves. */
  turns: boolean;
  setTurns: (turns: boolean) => void;
}

/** Turns the pages by themselves, and with the arrow keys. They stay while somebody uses the screen. */
export function usePages(count: number): Pages {
  const [asked, setPage] = useState(0);
  const [turns, setTurns] = useState(true);
  const turn = useCallback((by: number) => setPage((now) => (now + by + count) % count), [count]);

  useEffect(() => {
    if (count < 2 || !turns) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const restart = () => {
      clearInterval(timer);
      timer = setInterval(() => turn(1), TURNS_AFTER_MS);
    };
    restart();
    for (const touch of TOUCHES) window.addEventListener(touch, restart);
    return () => {
      clearInterval(timer);
      for (const touch of TOUCHES) window.removeEventListener(touch, restart);
    };
  }, [count, turns, turn]);

  useEffect(() => {
    if (count < 2) return undefined;
    function press({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) {
      if (altKey || ctrlKey || metaKey) return;
      if (target instanceof Element && target.closest('[role="dialog"], input')) return;
      if (key === 'ArrowRight' || key === 'PageDown') turn(1);
      if (key === 'ArrowLeft' || key === 'PageUp') turn(-1);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [count, turn]);

  return { page: Math.min(asked, count - 1), turn, turns, setTurns };
}
