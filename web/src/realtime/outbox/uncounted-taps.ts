import type { Ack } from '../../../../src/shared/protocol/down';
import type { QueuedTap } from './outbox';

/** Own taps on one area that do not count, for one reason. */
export interface UncountedTaps {
  readonly areaId: string | null;
  /** Null when the area was never seen. */
  readonly areaName: string | null;
  /** The room's reason; null for taps that were never delivered to it. */
  readonly reason: string | null;
  readonly taps: number;
  /** Missing for entries and exits. */
  readonly kind?: 'transfer' | 'undo' | undefined;
  /** The other end of transfers, where the people should go. */
  readonly to?: { readonly areaId: string; readonly areaName: string | null } | undefined;
}

/** Those of one event. */
export interface EventUncountedTaps extends UncountedTaps {
  readonly eventId: string;
}

/** The last known name of every area that was ever seen, so that taps have a name even when their area is deleted. */
export type AreaNames = ReadonlyMap<string, string>;

/** Taps with the same properties are reported as one. */
export const caseOf = ({ areaId, reason, kind, to }: UncountedTaps): string =>
  [areaId, reason, kind, to?.areaId].join(' ');

const isSameCase = (a: EventUncountedTaps, b: EventUncountedTaps): boolean =>
  a.eventId === b.eventId && caseOf(a) === caseOf(b);

/** `noted` and one more: entries of the same area and reason add up, in their place. */
export function withUncounted(
  noted: readonly EventUncountedTaps[],
  more: EventUncountedTaps,
): readonly EventUncountedTaps[] {
  if (!noted.some((held) => isSameCase(held, more))) return [...noted, more];
  return noted.map((held) => (isSameCase(held, more) ? { ...more, taps: held.taps + more.taps } : held));
}

function group(
  taps: Iterable<{ readonly tap: QueuedTap | undefined; readonly reason: string | null }>,
  names: AreaNames,
): readonly UncountedTaps[] {
  const groups = new Map<string, UncountedTaps>();
  const area = (areaId: string) => ({ areaId, areaName: names.get(areaId) ?? null });
  for (const { tap, reason } of taps) {
    const { areaId, to, undoes, change = 0 } = tap ?? {};
    // People go from the first to the second, whichever end the tap is about.
    const [first, second] = change > 0 && to !== undefined ? [to, areaId] : [areaId, to];
    const kind = undoes !== undefined ? 'undo' : 'transfer';
    const one: UncountedTaps = {
      ...(first === undefined ? { areaId: null, areaName: null } : area(first)),
      reason,
      taps: 1,
      ...((undoes !== undefined || second !== undefined) && { kind }),
      ...(second !== undefined && { to: area(second) }),
    };
    const key = caseOf(one);
    groups.set(key, { ...one, taps: (groups.get(key)?.taps ?? 0) + 1 });
  }
  return [...groups.values()];
}

/**
 * The taps that an ack refuses, by area and reason. `taps` are those of the ack. If both a tap and its undo are
 * refused, nothing is missing.
 */
export function groupRefused({ rejected = [] }: Ack, taps: readonly QueuedTap[], names: AreaNames) {
  const refused = new Set(rejected.map(({ seq }) => seq));
  const undone = taps.filter(({ seq, undoes = 0 }) => refused.has(seq) && refused.has(undoes));
  const moot = new Set(undone.flatMap(({ seq, undoes = 0 }) => [seq, undoes]));
  const missing = rejected.filter(({ seq }) => !moot.has(seq));
  return group(
    missing.map(({ seq, message }) => ({ tap: taps.find((tap) => tap.seq === seq), reason: message })),
    names,
  );
}

/** Taps that will never be delivered, by area. */
export const groupLost = (taps: readonly QueuedTap[], names: AreaNames) =>
  group(
    taps.map((tap) => ({ tap, reason: null })),
    names,
  );

/** Taps that a page or session leaves behind: those stored on the device are still delivered, the others are not. */
export interface UnsentTaps {
  readonly kept: number;
  readonly lost: number;
}

export const NONE_UNSENT: UnsentTaps = { kept: 0, lost: 0 };

export const addUnsent = (a: UnsentTaps, b: UnsentTaps): UnsentTaps => ({
  kept: a.kept + b.kept,
  lost: a.lost + b.lost,
});
