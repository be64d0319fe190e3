import { parseCapacity } from '../../../../src/shared/rules/capacity';
import type { Checked } from '../../../../src/shared/rules/checked';
import { checkLimits } from '../../../../src/shared/rules/limits/check-limits';
import { type Limit, LIMIT_KINDS, type LimitKind } from '../../../../src/shared/schemas/venue-settings';

/** The contents of the two fields of a limit as typed. A limit without contents is none. */
export interface TypedLimit {
  readonly people: string;
  readonly condition: string;
}

export type TypedLimits = Readonly<Record<LimitKind, TypedLimit>>;

export function typedLimits(limits: readonly Limit[] = []): TypedLimits {
  const typed = (kind: LimitKind): TypedLimit => {
    const limit = limits.find((one) => one.kind === kind);
    return { people: limit === undefined ? '' : String(limit.capacity), condition: limit?.condition ?? '' };
  };
  return { license: typed('license'), fire: typed('fire') };
}

/** Returns the typed numbers as a text, like '90 · 80'; '' without any. */
export const typedNumbers = (typed: TypedLimits): string =>
  LIMIT_KINDS.map((kind) => typed[kind].people.trim())
    .filter((people) => people !== '')
    .join('\u00a0·\u00a0');

/** Checks the typed limits as the server does. */
export const readLimits = (typed: TypedLimits): Checked<Limit[]> =>
  checkLimits(
    LIMIT_KINDS.flatMap((kind) => {
      const { people, condition } = typed[kind];
      return people.trim() + condition.trim() === '' ? [] : [{ kind, capacity: parseCapacity(people), condition }];
    }),
  );

/** Returns the part of a call's body that replaces the limits; nothing if there were none and are none. */
export const limitsToSend = (before: readonly Limit[] | undefined, after: Limit[]): { limits?: Limit[] } =>
  before === undefined && after.length === 0 ? {} : { limits: after };
