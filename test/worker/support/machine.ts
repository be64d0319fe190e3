import { vi } from 'vitest';
import type { Source, SourceBatch } from '../../../src/rpc/source-batch';
import { MINUTE_MS } from '../../../src/shared/durations';
import { FRIDAY_NIGHT } from '../../support/moments';
import { valueOf } from './closings';
import { ADMIN, roomStub, VISIT } from './room';

/** A machine that counts in a room whose clock is stopped at FRIDAY_NIGHT. */

type Items = SourceBatch['items'];

export const DOOR: Source = { sourceId: 'north', door: 'North door', kind: 'turnstile', areaId: 'main' };

export const send = (items: Items, source: Source = DOOR) =>
  roomStub().countFromSource(VISIT, { source, items }, ADMIN);
export const taken = async (items: Items, source: Source = DOOR) => valueOf(await send(items, source));
/** What became of the items: the code of a refusal, or else the notice or the status. */
export const statuses = async (items: Items, source: Source = DOOR) =>
  (await taken(items, source)).items.map(({ status, code, notice }) => code ?? notice ?? status);

/** The time so many seconds after FRIDAY_NIGHT, ISO 8601. */
export const at = (seconds: number) => new Date(FRIDAY_NIGHT + seconds * 1000).toISOString();
export const totals = (seconds: number, inTotal: number, outTotal: number) => ({ inTotal, outTotal, at: at(seconds) });

/** Goes on to a time at which the source may send again. */
export const wait = (ms = MINUTE_MS) => vi.setSystemTime(Date.now() + ms);
