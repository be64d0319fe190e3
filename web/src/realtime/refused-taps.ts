import type { Ack } from '../../../src/shared/protocol/down';
import type { Area } from '../../../src/shared/schemas/area';
import type { QueuedTap } from './outbox';

/** Taps on one area that were refused for one reason. */
export interface RefusedTaps {
  readonly areaName: string | null;
  readonly code: string;
  readonly message: string;
  readonly taps: number;
}

/** What an ack refuses, by area and reason. `taps` are those that it settles. */
export function groupRefused(
  { rejected = [] }: Ack,
  taps: readonly QueuedTap[],
  areas: readonly Area[] | null,
): readonly RefusedTaps[] {
  const groups = new Map<string, RefusedTaps>();
  for (const { seq, code, message } of rejected) {
    const areaId = taps.find((tap) => tap.seq === seq)?.areaId ?? null;
    const areaName = areas?.find((area) => area.areaId === areaId)?.areaName ?? null;
    const key = `${code} ${areaId}`;
    groups.set(key, { areaName, code, message, taps: (groups.get(key)?.taps ?? 0) + 1 });
  }
  return [...groups.values()];
}
