import { useEffect, useRef, useState } from 'react';
import type { OccupancyAt } from '../../../../../src/shared/schemas/report';

/** Asks how many people were inside at a moment, epoch ms. Whoever shows the question knows how it is asked. */
export type AskMoment = (at: number, signal: AbortSignal) => Promise<OccupancyAt>;

/** What is known of the answer to the newest question. */
export type Asked =
  | { type: 'none' }
  | { type: 'asking' }
  | { type: 'answered'; answer: OccupancyAt }
  | { type: 'failed'; error: unknown; at: number };

/** Asks one question at a time. Taps that arrive later change an answer, so none is kept for the next question. */
export function useOccupancyAt(ask: AskMoment): { asked: Asked; put: (at: number) => void } {
  const [asked, setAsked] = useState<Asked>({ type: 'none' });
  const newest = useRef<AbortController | null>(null);
  useEffect(() => () => newest.current?.abort(), []);

  async function put(at: number) {
    newest.current?.abort();
    const question = new AbortController();
    newest.current = question;
    const say = (next: Asked) => {
      if (!question.signal.aborted) setAsked(next);
    };
    say({ type: 'asking' });
    try {
      say({ type: 'answered', answer: await ask(at, question.signal) });
    } catch (error) {
      say({ type: 'failed', error, at });
    }
  }
  return { asked, put: (at) => void put(at) };
}
