import type { Ack } from '../../../src/shared/protocol/down';
import type { QueuedTap } from './outbox';

/** Own taps on one area that do not count, for one reason. */
export interface UncountedTaps {
  readonly areaId: string | null;
  /** null where the area was never seen. */
  readonly areaName: string | null;
  /** What the room says; null for taps that were never delivered to it. */
  readonly reason: string | null;
  readonly taps: number;
}

/** Those of one event. */
export interface EventUncountedTaps extends UncountedTaps {
  readonly eventId: string;
}

/** The last known name of every area that was ever seen: taps are told by name also when their area is gone. */
export type AreaNames = ReadonlyMap<string, string>;

const isSameCase = (a: EventUncountedTaps, b: EventUncountedTaps): boolean =>
  a.eventId === b.eventId && a.areaId === b.areaId && a.reason === b.reason;

/** `noted` and one more: what is of the same area and reason adds up, in its place. */
export function withUncounted(
  noted: readonly EventUncountedTaps[],
  more: EventUncountedTaps,
): readonly EventUncountedTaps[] {
  if (!noted.some((held) => isSameCase(held, more))) return [...noted, more];
  return noted.map((held) => (isSameCase(held, more) ? { ...more, taps: held.taps + more.taps } : held));
}

function group(taps: Iterable<Pick<UncountedTaps, 'areaId' | 'reason'>>, names: AreaNames): readonly UncountedTaps[] {
  const groups = new Map<string, UncountedTaps>();
  for (const { areaId, reason } of taps) {
    const key = `${areaId} ${reason}`;
    const areaName = names.get(areaId ?? '') ?? null;
    groups.set(key, { areaId, areaName, reason, taps: (groups.get(key)?.taps ?? 0) + 1 });
  }
  return [...groups.values()];
}

/** What an ack refuses, by area and reason. `taps` are those that it settles. */
export const groupRefused = ({ rejected = [] }: Ack, taps: readonly QueuedTap[], names: AreaNames) =>
  group(
    rejected.map(({ seq, message }) => ({
      areaId: taps.find((tap) => tap.seq === seq)?.areaId ?? null,
      reason: message,
    })),
    names,
  );

/** What will never be delivered, by area. */
export const groupLost = (taps: readonly QueuedTap[], names: AreaNames) =>
  group(
    taps.map(({ areaId }) => ({ areaId, reason: null })),
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
