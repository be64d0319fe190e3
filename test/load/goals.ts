import { table } from '../support/figures.ts';

/** A goal of a run and whether the run met it; null if the run was too short to tell. */
export interface Goal {
  what: string;
  reached: string;
  bound: string;
  holds: boolean | null;
}

export const goal = (what: string, reached: string, bound: string, holds: boolean | null): Goal => ({
  what,
  reached,
  bound,
  holds,
});

export const goalTable = (goals: readonly Goal[]): string[] =>
  table(
    ['measure', 'reached', 'goal', 'holds'],
    goals.map(({ what, reached, bound, holds }) => [
      what,
      reached,
      bound,
      holds === null ? 'too short to say' : holds ? 'yes' : '**no**',
    ]),
  );
