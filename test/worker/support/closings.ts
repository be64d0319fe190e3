import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import * as z from 'zod/mini';
import type { Result } from '../../../src/lib/contract';
import { DayFiguresSchema } from '../../../src/shared/report/figures';
import { alarmAt } from './days';
import { definition, roomStub, visitOf } from './room';

const visit = visitOf(definition());

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

/** A room whose days are closed as time goes by; `setTime` is the test's clock. */
export function closings(setTime: (at: number) => void) {
  const room = {
    plan: async (from?: string, to = from) =>
      valueOf(await roomStub().planReport(visit, from === undefined || to === undefined ? null : { from, to })),
    /** `day revision` of each, newest first. */
    stored: async () => valueOf(await roomStub().listReports(visit)).map(({ day, revision }) => `${day} ${revision}`),
    figures: async (day: string, revision: number) =>
      z.parse(DayFiguresSchema, JSON.parse(valueOf(await roomStub().readFigures(visit, day, revision)))),
    rowsOf: (table: string) =>
      runInDurableObject(roomStub(), (_room, { storage }) =>
        Number(storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one()['n']),
      ),
    /** Lets the alarm ring at its time, after the room has slept. */
    ring: async () => {
      setTime((await alarmAt()) ?? Number.NaN);
      await evictDurableObject(roomStub());
      await runDurableObjectAlarm(roomStub());
    },
    /** Lets it ring as often as it does up to that time. */
    ringUntil: async (until: number) => {
      let times = 0;
      for (let at = await alarmAt(); at !== null && at <= until; at = await alarmAt()) {
        await room.ring();
        times += 1;
        if (times > 50) throw new Error('It rings and rings');
      }
      setTime(until);
    },
  };
  return room;
}

/** How often the room's closing or retention lets taps through from now on, until it sleeps; `work` is done at that turn. */
export const turnsOf = (part: 'closing' | 'retention', work?: () => Promise<unknown>, turn = 1) =>
  runInDurableObject(roomStub(), (room) => {
    const turns = { count: 0 };
    const { closing, retention } = room['parts'];
    const deps = part === 'closing' ? closing['deps'] : retention['deps'];
    const { yieldTurn } = deps;
    deps.yieldTurn = async () => {
      turns.count += 1;
      if (turns.count === turn) await work?.();
      await yieldTurn();
    };
    return turns;
  });
