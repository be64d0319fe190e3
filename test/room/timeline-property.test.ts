import { afterEach, expect, test, vi } from 'vitest';
import { twinOf } from '../../src/shared/evacuation/side-areas';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT } from '../support/moments';
import { pick, seededRandom, wholeBetween } from '../support/random';
import { valueOf } from '../worker/support/closings';
import { ADMIN, batch, CODE, counts, knownRoom, poll, roomStub, VISIT } from '../worker/support/room';

/**
 * Tries timelines against an oracle that knows when each tap was pressed: phones without a network bring their taps late,
 * somebody recounts, a drill becomes real, and a second drill begins (docs/product.md, V3, V7, V11).
 */

afterEach(() => {
  vi.restoreAllMocks();
});

const TWIN = twinOf('main');
interface Pressed {
  at: number;
  change: number;
  areaId: string;
  arrivedAt: number;
}
interface Run {
  id: string;
  startedAt: number;
  shown: number;
  began: 'drill' | 'evacuation';
  realAt: number | null;
  endedAt: number;
}

test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
  'the timelines are those of the taps, seed %i',
  async (seed) => {
    stopClock(FRIDAY_NIGHT);
    await knownRoom();
    const random = seededRandom(seed);
    const all: Pressed[] = [];
    const sets: { at: number; to: number }[] = [];
    const phones = [1, 2, 3].map((client) => ({ client, seq: 1, shows: 'main', waiting: new Array<Pressed>() }));
    type Phone = (typeof phones)[number];
    let shows = 'main';
    const inside = async () => (await counts())['main']?.[0] ?? 0;
    const press = (phone: Phone): void => {
      const tap = { at: Date.now(), change: pick(random, [1, -1, -1, -1]), areaId: phone.shows, arrivedAt: Infinity };
      phone.waiting.push(tap);
      all.push(tap);
    };
    const deliver = async (phone: Phone) => {
      for (const tap of phone.waiting.splice(0)) {
        const { ack } = valueOf(await poll(phone.client, batch(phone.seq, [tap.change], tap.areaId, tap.at), CODE));
        expect(ack.rejected).toBeUndefined();
        phone.seq += 1;
        tap.arrivedAt = Date.now();
      }
      phone.shows = shows;
    };
    const step = async () => {
      vi.setSystemTime(Date.now() + 1_000 * wholeBetween(random, 1, 20));
      const phone = pick(random, phones);
      if (random() < 0.7) press(phone);
      else await deliver(phone);
    };
    const steps = async (count: number) => {
      for (let n = 0; n < count; n += 1) await step();
    };
    const recount = async () => {
      vi.setSystemTime(Date.now() + 1_000);
      const to = wholeBetween(random, 200, 300);
      await roomStub().recountArea(VISIT, 'main', { occupancy: to, reason: 'By eye' }, ADMIN);
      sets.push({ at: Date.now(), to });
    };
    const run = async (began: Run['began'], isMadeReal: boolean): Promise<Run> => {
      vi.setSystemTime(Date.now() + 1_000);
      const [startedAt, shown] = [Date.now(), await inside()];
      const start = async (isDrill: boolean) => valueOf(await roomStub().startEvacuation(VISIT, { isDrill }, ADMIN));
      const { evacuationId: id } = await start(began === 'drill');
      shows = began === 'drill' ? TWIN : 'main';
      await steps(12);
      let realAt: number | null = null;
      if (isMadeReal && began === 'drill') {
        vi.setSystemTime(Date.now() + 1_000);
        realAt = Date.now();
        await start(false);
        shows = 'main';
        await steps(8);
      }
      if (random() < 0.5) await recount();
      await steps(4);
      vi.setSystemTime(Date.now() + 1_000);
      const endedAt = Date.now();
      valueOf(await roomStub().endEvacuation(VISIT, id, {}, ADMIN));
      shows = 'main';
      return { id, startedAt, shown, began, realAt, endedAt };
    };

    valueOf(await poll(9, batch(1, [500])));
    await steps(8);
    const first = await run(pick(random, ['drill', 'evacuation']), random() < 0.5);
    await recount();
    await steps(3);
    const second = await run('drill', random() < 0.3);
    for (const phone of phones) await deliver(phone);

    const { evacuations } = valueOf(await roomStub().listEvacuations(VISIT, null));
    for (const { id, startedAt, shown, began, realAt, endedAt } of [first, second]) {
      const areaIds = realAt === null ? [began === 'drill' ? TWIN : 'main'] : ['main', TWIN];
      const own = all.filter(({ areaId }) => areaIds.includes(areaId));
      const early = own.filter((tap) => tap.areaId === 'main' && tap.at < startedAt && tap.arrivedAt >= startedAt);
      const counted = sets.findLast(({ at }) => at < startedAt)?.at ?? 0;
      const late = early.filter(({ at }) => at >= counted).reduce((sum, { change }) => sum + change, 0);
      const atStart = shown + (areaIds.includes('main') ? late : 0);
      const happened = [
        ...own.map(({ at, change }) => ({ at, change, to: null })),
        ...(areaIds.includes('main') ? sets.map(({ at, to }) => ({ at, change: 0, to })) : []),
      ].filter(({ at }) => at >= startedAt && at < endedAt);
      const remaining = happened
        .toSorted((a, b) => a.at - b.at)
        .reduce((people, { change, to }) => to ?? people + change, atStart);
      const { timeline } = evacuations.find(({ evacuationId }) => evacuationId === id) ?? {};
      expect(timeline?.areas[0]).toMatchObject({ areaId: 'main', atStart, remaining });
      expect(timeline?.remaining.at(-1)).toBe(remaining);
    }
  },
);
