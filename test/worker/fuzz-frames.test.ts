import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { CONNECTION_HEADER } from '../../src/lib/contract';
import { closeDevices, Device } from './support/device';
import { sendBurst } from './support/fuzz/burst';
import { watchDisturbances } from './support/fuzz/disturbances';
import { type FramePlan, goodFrame, strangeTap, wrongFrame } from './support/fuzz/frames';
import { factor, INPUTS, inTime, runs, seed, stoppedClock, Tally, TIMEOUT_MS } from './support/fuzz/run';
import { Venue } from './support/fuzz/venue';
import { expectWell } from './support/fuzz/venue-check';

/** Bursts on one venue, before all of it is compared with the model. */
const BURSTS = 40;
/** On average, a little less than there are: no seed stays below what is to be tried. */
const FRAMES_A_RUN = 80;

const tally = new Tally();
const disturbances = watchDisturbances();
const clock = stoppedClock();
afterAll(() => {
  disturbances.stop();
  clock.restore();
});

const joinFirst: FramePlan = { text: '{"type":"join_event","eventId":"{{event}}","clientId":"{{client}}"}' };
const goodFrames = fc.array(goodFrame, { minLength: 1, maxLength: 16, size: 'max' });

/** Mostly a socket that joins first, sends some good frames and then perhaps one that is not, with more behind it. */
const burst = fc.record({
  slot: fc.nat({ max: 2 }),
  plans: fc.oneof(
    { weight: 3, arbitrary: goodFrames.map((good) => [joinFirst, ...good]) },
    { weight: 3, arbitrary: goodFrames },
    { weight: 4, arbitrary: fc.tuple(goodFrames, wrongFrame).map(([good, wrong]) => [joinFirst, ...good, wrong]) },
    { weight: 1, arbitrary: fc.tuple(wrongFrame, goodFrames).map(([wrong, good]) => [joinFirst, wrong, ...good]) },
    { weight: 1, arbitrary: wrongFrame.map((wrong) => [wrong]) },
    {
      weight: 1,
      arbitrary: fc.constant<FramePlan[]>([joinFirst, { text: 'ping' }, { text: '{"type":"request_sync"}' }]),
    },
  ),
  strange: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: strangeTap }),
});

/** Each part starts with an empty runtime: one that has seen thousands of sockets gets slow. */
const PARTS = Array.from({ length: 3 }, (_, part) => part);

test.each(PARTS)(
  'whatever a device sends to a room is answered as documented, counted exactly, and noticed by nobody else (part %i)',
  { timeout: TIMEOUT_MS },
  async (part) => {
    const numRuns = Math.ceil((INPUTS.frames * factor) / PARTS.length / FRAMES_A_RUN);
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: BURSTS, size: 'max' }), async (bursts) => {
        // A run that failed leaves its own behind, and is then made smaller.
        disturbances.take();
        await closeDevices();
        const venue = await Venue.open();
        for (const { slot: index, plans, strange } of bursts) {
          const slot = venue.slots[index];
          if (!slot) continue;
          tally.add(`slot ${index}`, await sendBurst(venue, slot, plans, clock.step()));
          if (strange === null || slot.joinedAs === null || slot.device?.closed !== null) continue;
          tally.add('unknown area', await sendBurst(venue, slot, [strange], clock.step()));
        }
        await expectWell(venue, clock.step());
        expect(disturbances.take()).toEqual([]);
      }),
      { seed: seed + part, numRuns },
    );
  },
);

test('enough frames were tried', () => {
  console.log(`seed ${env.FUZZ_SEED}, ${tally.total} frames\n${tally.table}`);
  expect(tally.total).toBeGreaterThanOrEqual(INPUTS.frames * factor);
});

test('a device that floods is sent away, and counts no more than it may', { timeout: TIMEOUT_MS }, async () => {
  // Each frame is a commit of its own: at the usual rate a burst of 500 takes most of a minute on a busy machine.
  env.MAX_FRAMES_PER_SECOND = '20';
  const allowed = 100;
  const tap: FramePlan = { text: '{"type":"update_occupancy","eventId":"{{event}}","areaId":"main","change":1}' };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -3, max: 40 }), async (beyond) => {
      const now = clock.step();
      const venue = await Venue.open();
      const [slot] = venue.slots;
      if (!slot) return;
      const device = await venue.deviceOf(slot);
      // The join is one of the frames that it may send, the question after them another.
      const taps = Array.from({ length: allowed - 2 + Math.min(0, beyond) }, () => tap);
      await sendBurst(venue, slot, [joinFirst, ...taps], now);
      for (let extra = 0; extra < beyond; extra += 1) device.sendText('{"type":"request_sync"}');
      if (beyond > 0) {
        expect(await inTime(device.closedWith(), 'the end of a flood')).toBe(4429);
        expect(device.frames.at(-1)).toMatchObject({ type: 'error', code: 'too_fast' });
      }
      await expectWell(venue, clock.step());
    }),
    { seed, numRuns: runs(20), examples: [[0], [1]] },
  );
});

test(
  'whatever is sent to a hub that is no heartbeat ends that socket, and no other',
  { timeout: TIMEOUT_MS },
  async () => {
    const connect = async (): Promise<Device> => {
      const hub = env.HUBS.get(env.HUBS.idFromName('owner-1'));
      const headers = { Upgrade: 'websocket', [CONNECTION_HEADER]: '{"sessionId":"session-1","userId":"owner-1"}' };
      const { webSocket } = await hub.fetch('http://hub/socket', { headers });
      if (webSocket === null) throw new Error('No socket');
      return new Device(webSocket);
    };
    const bystander = await connect();
    await fc.assert(
      fc.asyncProperty(fc.oneof(wrongFrame, goodFrame), async (plan) => {
        const device = await connect();
        device.sendText('ping');
        await inTime(
          device.until(() => device.texts[0], 'pong'),
          'a heartbeat',
        );
        device.sendText('text' in plan ? plan.text : new Uint8Array(plan.bytes).buffer);
        expect(await inTime(device.closedWith(), JSON.stringify(plan).slice(0, 200))).toBe(4400);
        expect(device.frames).toMatchObject([{ type: 'error', code: 'bad_frame' }]);
        expect(bystander.closed).toBeNull();
        expect(bystander.frames).toEqual([]);
      }),
      { seed, numRuns: INPUTS.hub * factor },
    );
    bystander.sendText('ping');
    expect(
      await inTime(
        bystander.until(() => bystander.texts[0], 'pong'),
        'the heartbeat of the other',
      ),
    ).toBe('pong');
    expect(disturbances.take()).toEqual([]);
  },
);
