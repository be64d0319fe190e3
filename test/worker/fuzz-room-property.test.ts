import { abortAllDurableObjects, evictAllDurableObjects } from 'cloudflare:test';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/limits';
import { daysOfLedger, markedDays } from './support/days';
import { closeDevices, type Device } from './support/device';
import { startAfresh } from './support/fresh';
import { runs, seed, TIMEOUT_MS } from './support/fuzz/run';
import { ledgerRows, storedAndRebuilt } from './support/rebuild';
import { ADMIN, batch, clientIdOf, counts, definition, joinRoom, knownRoom, roomStub, visitOf } from './support/room';

/** A client that keeps the rules of the protocol, however badly its network behaves. */
class FaithfulClient {
  private device: Device | null = null;
  private acked = 0;
  readonly taps: { areaId: string; change: number; ageMs: number; undoes?: number; to?: string }[] = [];

  constructor(readonly id: string) {}

  tap(areaId: string, change: number, ageMs: number, to: string | null): void {
    this.taps.push({ areaId, change, ageMs, ...(to !== null && { to }) });
  }

  /** Takes back the newest tap that is neither an undo nor undone. */
  undo(): void {
    const undone = new Set(this.taps.map((tap) => tap.undoes));
    const index = this.taps.findLastIndex((tap, i) => tap.undoes === undefined && !undone.has(i + 1));
    const tap = this.taps[index];
    if (tap !== undefined) this.taps.push({ ...tap, change: 0 - tap.change, ageMs: 0, undoes: index + 1 });
  }

  async connect(): Promise<void> {
    const { device, sync } = await joinRoom(this.id);
    this.device = device;
    this.acked = sync.lastSeq;
  }

  /** Sends the taps from `from` on in frames of `size`; numbers that do not follow are the network's doing. */
  async send(from: number, size: number): Promise<void> {
    if (this.device === null || this.device.closed !== null) await this.connect();
    for (let seq = Math.max(1, from); seq <= this.taps.length; seq += size) {
      const taps = onWire(this.taps.slice(seq - 1, seq - 1 + size));
      this.device?.send({ ...batch(seq, []), taps });
    }
  }

  /** Resends until everything is acknowledged. */
  async settle(): Promise<void> {
    await this.connect();
    await this.send(this.acked + 1, 7);
    const { device } = this;
    await device?.until(
      () =>
        this.acked === this.taps.length || device.all('ack').some((ack) => ack.seq === this.taps.length) || undefined,
      `${this.taps.length} acks`,
    );
  }

  async poll(): Promise<void> {
    if (this.taps.length === 0) return;
    const taps = onWire(this.taps.slice(0, 200));
    await roomStub().poll(visitOf(definition()), ADMIN, { clientId: this.id, seq: 1, sentAt: Date.now(), taps });
  }

  drop(): void {
    this.device?.socket.close();
    this.device = null;
  }
}

const onWire = (taps: FaithfulClient['taps']) => taps.map(({ ageMs, ...tap }) => ({ ...tap, at: Date.now() - ageMs }));

/** What the ledger holds of each tap, by its client and seq: area and change, of a transfer both. */
async function enteredTaps(): Promise<Map<string, string[]>> {
  const entered = new Map<string, string[]>();
  for (const { clientId, areaId, firstSeq, lastSeq, change } of await ledgerRows()) {
    for (let seq = firstSeq; seq <= lastSeq; seq++) {
      const key = `${clientId} ${seq}`;
      entered.set(key, [...(entered.get(key) ?? []), `${areaId} ${change}`]);
    }
  }
  return entered;
}

const EVICTION_WAIT_MS = 1_000;

/** The test runtime's eviction now and then never answers; the room then just goes on, as if nobody had asked. */
const hibernate = (): Promise<void> =>
  Promise.race([
    evictAllDurableObjects(),
    new Promise<void>((resolve) => {
      setTimeout(resolve, EVICTION_WAIT_MS);
    }),
  ]);

const CLIENTS = 3;
const client = fc.nat({ max: CLIENTS - 1 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      client,
      area: fc.constantFrom('main', 'bar'),
      change: fc.integer({ min: -4, max: 5 }).filter((n) => n !== 0),
      to: fc.option(fc.constantFrom('main', 'bar'), { freq: 2 }),
      ageMs: fc.constantFrom(0, 0, HOUR_MS, 30 * HOUR_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), client }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      client,
      back: fc.integer({ min: -2, max: 6 }),
      size: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('poll' as const), client }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), client }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hibernate' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const), area: fc.constantFrom('main', 'bar') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('recount' as const),
      area: fc.constantFrom('main', 'bar'),
      occupancy: fc.nat({ max: 9 }),
    }),
  },
);

test('any interleaving, duplication and reconnection ends in the right totals', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      await closeDevices();
      await startAfresh();
      await knownRoom();
      const clients = Array.from({ length: CLIENTS }, (_, i) => new FaithfulClient(clientIdOf(i)));
      for (const action of steps) {
        const actor = 'client' in action ? clients[action.client] : undefined;
        if (action.do === 'tap')
          actor?.tap(action.area, action.change, action.ageMs, action.to === action.area ? null : action.to);
        else if (action.do === 'undo') actor?.undo();
        else if (action.do === 'send') await actor?.send((actor.taps.length || 1) - action.back, action.size);
        else if (action.do === 'poll') await actor?.poll();
        else if (action.do === 'drop') actor?.drop();
        else if (action.do === 'hibernate') await hibernate();
        else if (action.do === 'crash') {
          await abortAllDurableObjects();
          for (const each of clients) each.drop();
        } else if (action.do === 'recount') {
          const recount = { occupancy: action.occupancy, reason: 'By eye' };
          await roomStub().recountArea(visitOf(definition()), action.area, recount, ADMIN);
        } else await roomStub().resetArea(visitOf(definition()), action.area, ADMIN);
      }
      for (const each of clients) await each.settle();

      const entered = await enteredTaps();
      const taps = clients.flatMap((each) => {
        // Only a transfer, or what takes one back, may be refused: the ledger says which were.
        const isCounted = each.taps.map((tap, i) => {
          const ends = entered.get(`${each.id} ${i + 1}`)?.toSorted() ?? [];
          const moved = [`${tap.areaId} ${tap.change}`];
          if (tap.to !== undefined) moved.push(`${tap.to} ${0 - tap.change}`);
          if (tap.to === undefined || ends.length > 0) expect(ends).toEqual(moved.toSorted());
          return ends.length > 0;
        });
        const undone = new Set(each.taps.map((tap, i) => (isCounted[i] === true ? tap.undoes : undefined)));
        return each.taps.filter((tap, i) => isCounted[i] && tap.undoes === undefined && !undone.has(i + 1));
      });
      const now = await counts();
      for (const areaId of ['main', 'bar']) {
        const changes = taps.flatMap((tap) => {
          if (tap.areaId === areaId) return [tap.change];
          return tap.to === areaId ? [0 - tap.change] : [];
        });
        const ins = changes.filter((change) => change > 0).reduce((a, b) => a + b, 0);
        const outs = 0 - changes.filter((change) => change < 0).reduce((a, b) => a + b, 0);
        expect(now[areaId]?.slice(1)).toEqual([ins, outs]);
        expect(now[areaId]?.[0]).toBeGreaterThanOrEqual(0);
      }
      expect((await markedDays()).map(({ day }) => day)).toEqual(await daysOfLedger());
      const { stored, rebuilt } = await storedAndRebuilt();
      expect(rebuilt).toEqual(stored);
    }),
    { seed, numRuns: runs(120) },
  );
});
