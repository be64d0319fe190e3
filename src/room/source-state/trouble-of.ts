import type { Source } from '../../rpc/source-batch';
import { SOURCE_REFUSED_MINUTES, SOURCE_SILENT_MINUTES } from '../../rpc/limits';
import { MINUTE_MS } from '../../shared/durations';
import { type MachineTrouble, SILENT } from '../../shared/machines/trouble';
import { CLOCK_WRONG_MS } from './limits';
import type { Refusal } from './refusals';

/** What the room knows of a source that may be in trouble. */
export interface WatchedSource {
  readonly about: Source;
  /** When it last called, epoch ms. */
  readonly heardAt: number;
  /** Undefined if something of its last call was taken. */
  readonly refused?: Refusal | undefined;
  /** How far its clock is behind, in ms, as far as its items tell. */
  readonly clockOffsetMs?: number | undefined;
  /** How many of its people may be missing. */
  readonly doubt?: number | undefined;
}

/** A source counts as silent when it was not heard for this long. */
export const silentAfterMs = ({ silentAfterMinutes = SOURCE_SILENT_MINUTES }: Source): number =>
  silentAfterMinutes * MINUTE_MS;

/** A source counts as refused when all of its items were for this long. */
const refusedAfterMs = ({ refusedAfterMinutes = SOURCE_REFUSED_MINUTES }: Source): number =>
  refusedAfterMinutes * MINUTE_MS;

/** When the source counts as refused, epoch ms; undefined if something of its last call was taken. */
export const refusedAt = ({ about, refused }: WatchedSource): number | undefined =>
  refused && refused.since + refusedAfterMs(about);

/** Returns the worst that is wrong with a source at `now` (epoch ms); null if nothing is. */
export function troubleOf(source: WatchedSource, now: number): MachineTrouble | null {
  const { about, heardAt, refused, clockOffsetMs = 0, doubt = 0 } = source;
  if (now - heardAt >= silentAfterMs(about)) return SILENT;
  if (refused !== undefined && now >= (refusedAt(source) ?? now)) {
    const { since: _since, ...why } = refused;
    return { kind: 'refused', ...why };
  }
  if (doubt > 0) return { kind: 'doubt', people: doubt };
  return Math.abs(clockOffsetMs) >= CLOCK_WRONG_MS ? { kind: 'clock', clockOffsetMs } : null;
}
