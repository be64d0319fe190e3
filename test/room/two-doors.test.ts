import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SourceItem } from '../../src/rpc/source-batch';
import { MINUTE_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { FRIDAY_EVENING } from '../support/moments';
import { pick, seededRandom, wholeBetween } from '../support/random';
import { valueOf } from '../worker/support/closings';
import { startAfresh } from '../worker/support/fresh';
import { runs, seed, TIMEOUT_MS } from '../worker/support/fuzz/run';
import { ADMIN, batchOf, counts, knownRoom, poll, roomStub, VISIT } from '../worker/support/room';

/**
 * Compares a room with a list of the people who passed its two doors. A camera with a clock of its own counts at one, two
 * phones with clocks of theirs at the other; each loses its network for a while and brings everything later, and somebody
 * counts by eye in between. Once all has arrived, as many are inside as the list has (docs/product.md, C7, C21,
 * M4, M6).
 */

const SECOND_MS = 1_000;

interface Plan {
  seed: number;
  /** What the camera tells: what its counters show, or who passed since its last message. */
  tells: 'totals' | 'deltas';
  /** How far the camera's clock is off, and each phone's, ms. */
  off: number[];
  /** Shares of entries among those who pass each door. */
  entries: number[];
  /** Minutes in which the camera, the entrance's phone and the exit's phone have no network. */
  outages: { from: number; to: number }[];
  /** Minutes in which somebody counts by eye, or everybody has left and the areas are reset. */
  recounts: number[];
}

const MINUTES = 30;
const CLOCKS_OFF = [0, 0, 1, -1, 90, -600, -3_600].map((seconds) => seconds * SECOND_MS);

const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.nat(2 ** 31),
  tells: fc.constantFrom('totals', 'deltas'),
  off: fc.array(fc.constantFrom(...CLOCKS_OFF), { minLength: 3, maxLength: 3 }),
  entries: fc.array(fc.constantFrom(0.2, 0.5, 0.8, 1), { minLength: 2, maxLength: 2 }),
  outages: fc.array(
    fc.tuple(fc.nat(MINUTES), fc.nat(MINUTES)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
    { minLength: 3, maxLength: 3 },
  ),
  recounts: fc.array(fc.nat(MINUTES), { maxLength: 2 }),
});

/** A sender of which everything arrives once and in order, later if it has no network. */
interface Sender<T> {
  off: number;
  waiting: T[];
  send: (waiting: readonly T[]) => Promise<void>;
}

const clockOf = ({ off }: { off: number }): number => Date.now() + off;

async function deliver<T>(sender: Sender<T>): Promise<void> {
  if (sender.waiting.length > 0) await sender.send(sender.waiting.splice(0));
}

function cameraOf({ tells, off: [off = 0] }: Plan) {
  const shown = { ins: 100, outs: 90 };
  let told = { ...shown };
  let seq = 1;
  const camera: Sender<SourceItem> = {
    off,
    waiting: [],
    send: async (items) => {
      const source = { sourceId: 'cam', areaId: 'main', kind: 'camera' as const };
      const sent = { source, items: [...items], sentAt: new Date(clockOf(camera)).toISOString() };
      const answer = valueOf(await roomStub().countFromSource(VISIT, sent, ADMIN));
      expect(answer.items.filter(({ status }) => status !== 'accepted')).toEqual([]);
    },
  };
  const read = (): void => {
    const at = new Date(clockOf(camera)).toISOString();
    if (tells === 'totals') camera.waiting.push({ inTotal: shown.ins, outTotal: shown.outs, at });
    else camera.waiting.push({ seq, in: shown.ins - told.ins, out: shown.outs - told.outs, at });
    seq += 1;
    told = { ...shown };
  };
  return { camera, shown, read };
}

function phoneOf(client: number, off: number) {
  let seq = 1;
  const phone: Sender<{ at: number; change: number }> = {
    off,
    waiting: [],
    send: async (taps) => {
      const { ack } = valueOf(await poll(client, { ...batchOf(seq, taps), sentAt: clockOf(phone) }));
      expect(ack.rejected).toBeUndefined();
      seq += taps.length;
    },
  };
  return phone;
}

/** Plays the evening and returns how many are inside, entered and left by the list. */
async function play(plan: Plan): Promise<number[]> {
  const random = seededRandom(plan.seed);
  const passed = { ins: 0, outs: 0 };
  const { camera, shown, read } = cameraOf(plan);
  const [entrance, exit] = [phoneOf(1, plan.off[1] ?? 0), phoneOf(2, plan.off[2] ?? 0)];
  const next = () => void vi.setSystemTime(Date.now() + wholeBetween(random, 1, 10) * SECOND_MS);
  const pass = (door: number): 'ins' | 'outs' => {
    const way = passed.ins > passed.outs && random() >= (plan.entries[door] ?? 1) ? 'outs' : 'ins';
    passed[way] += 1;
    return way;
  };
  const deliverAll = async (minute: number) => {
    const isAway = (index: number) => {
      const { from, to } = plan.outages[index] ?? { from: 0, to: 0 };
      return minute >= from && minute < to;
    };
    if (!isAway(0)) await deliver(camera);
    if (!isAway(1)) await deliver(entrance);
    if (!isAway(2)) await deliver(exit);
  };
  read();
  await deliver(camera);
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const crowd = pick(random, [0, 1, 4]);
    for (let n = 0; n < crowd; n += 1) {
      next();
      if (random() < 0.5) {
        shown[pass(0)] += 1;
        read();
      } else {
        const way = pass(1);
        const phone = way === 'ins' ? entrance : exit;
        phone.waiting.push({ at: clockOf(phone), change: way === 'ins' ? 1 : -1 });
      }
      await deliverAll(minute);
    }
    next();
    await deliverAll(minute);
    if (plan.recounts.includes(minute)) {
      next();
      const occupancy = passed.ins - passed.outs;
      if (occupancy === 0) await roomStub().resetArea(VISIT, 'main', ADMIN);
      else valueOf(await roomStub().recountArea(VISIT, 'main', { occupancy, reason: 'By eye' }, ADMIN));
    }
  }
  next();
  await deliverAll(MINUTES);
  return [passed.ins - passed.outs, passed.ins, passed.outs];
}

beforeEach(() => {
  stopClock(FRIDAY_EVENING + MINUTE_MS);
});

test('people are inside who entered and have not left, whatever arrives late and whose clock is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      vi.setSystemTime(FRIDAY_EVENING + MINUTE_MS);
      await startAfresh();
      await knownRoom();
      const truth = await play(plan);
      expect((await counts())['main']).toEqual(truth);
    }),
    { seed, numRuns: runs(300), interruptAfterTimeLimit: 0.9 * TIMEOUT_MS, markInterruptAsFailure: true },
  );
});
