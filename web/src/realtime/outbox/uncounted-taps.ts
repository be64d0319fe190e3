import type { Ack } from '../../../../src/shared/protocol/down';
import type { QueuedTap } from './queued-tap';

/** This device's taps on one area that do not count, all for the same reason. */
export interface UncountedTaps {
  readonly areaId: string | null;
  /** The area's name; null if this device has never seen the area. */
  readonly areaName: string | null;
  /** The room's reason, in English; null if the taps were never delivered. */
  readonly reason: string | null;
  /** The code of the reason; missing if the taps were never delivered. */
  readonly code?: string | undefined;
  readonly taps: number;
  /** The kind of tap; missing for entries and exits. */
  readonly kind?: 'transfer' | 'undo' | undefined;
  /** The area into which a transfer should have moved people. */
  readonly to?: { readonly areaId: string; readonly areaName: string | null } | undefined;
}

/** The uncounted taps of one event. */
export interface EventUncountedTaps extends UncountedTaps {
  readonly eventId: string;
}

/** The last known name of every area that this device has seen, even if the area is deleted now. */
export type AreaNames = ReadonlyMap<string, string>;

/** Returns a key of the properties that taps of one report have in common. */
export const caseOf = ({ areaId, reason, kind, to }: UncountedTaps): string =>
  [areaId, reason, kind, to?.areaId].join(' ');

const isSameCase = (a: EventUncountedTaps, b: EventUncountedTaps): boolean =>
  a.eventId === b.eventId && caseOf(a) === caseOf(b);

/** Adds a report to `noted`. If there is one for the same area and reason, their taps are summed up. */
export function withUncounted(
  noted: readonly EventUncountedTaps[],
  more: EventUncountedTaps,
): readonly EventUncountedTaps[] {
  if (!noted.some((held) => isSameCase(held, more))) return [...noted, more];
  return noted.map((held) => (isSameCase(held, more) ? { ...more, taps: held.taps + more.taps } : held));
}

function group(
  taps: Iterable<{ readonly tap: QueuedTap | undefined } & Pick<UncountedTaps, 'reason' | 'code'>>,
  names: AreaNames,
): readonly UncountedTaps[] {
  const groups = new Map<string, UncountedTaps>();
  const nameOf = (areaId = '') => names.get(areaId) ?? null;
  for (const { tap, ...said } of taps) {
    const { areaId, to, undoes, change = 0 } = tap ?? {};
    // A transfer moves people from `first` to `second`, whichever of the two areas the tap is about.
    const [first, second] = change > 0 && to !== undefined ? [to, areaId] : [areaId, to];
    const kind = undoes !== undefined ? 'undo' : 'transfer';
    const one: UncountedTaps = {
      areaId: first ?? null,
      areaName: nameOf(first),
      ...said,
      taps: 1,
      ...((undoes !== undefined || second !== undefined) && { kind }),
      ...(second !== undefined && { to: { areaId: second, areaName: nameOf(second) } }),
    };
    const key = caseOf(one);
    groups.set(key, { ...one, taps: (groups.get(key)?.taps ?? 0) + 1 });
  }
  return [...groups.values()];
}

/**
 * Groups the taps that an ack refuses by area and reason. `taps` are the taps of the ack. If a tap and its undo are
 * both refused, neither is reported.
 */
export function groupRefused({ rejected = [] }: Ack, taps: readonly QueuedTap[], names: AreaNames) {
  const refused = new Set(rejected.map(({ seq }) => seq));
  const undone = taps.filter(({ seq, undoes = 0 }) => refused.has(seq) && refused.has(undoes));
  const moot = new Set(undone.flatMap(({ seq, undoes = 0 }) => [seq, undoes]));
  const missing = rejected.filter(({ seq }) => !moot.has(seq));
  return group(
    missing.map(({ seq, code, message }) => ({ tap: taps.find((tap) => tap.seq === seq), reason: message, code })),
    names,
  );
}

/** Groups taps that will never be delivered by area. */
export const groupLost = (taps: readonly QueuedTap[], names: AreaNames) =>
  group(
    taps.map((tap) => ({ tap, reason: null })),
    names,
  );

/** The unsent taps of a page or session that ends: stored ones (`kept`) are delivered later, others are lost. */
export interface UnsentTaps {
  readonly kept: number;
  readonly lost: number;
}

export const NONE_UNSENT: UnsentTaps = { kept: 0, lost: 0 };

export const addUnsent = (a: UnsentTaps, b: UnsentTaps): UnsentTaps => ({
  kept: a.kept + b.kept,
  lost: a.lost + b.lost,
});
