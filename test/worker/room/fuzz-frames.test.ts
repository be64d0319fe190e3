import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { CONNECTION_HEADER } from '../../../src/lib/contract';
import { closeDevices, Device } from '../support/device';
import { watchDisturbances } from '../support/fuzz/disturbances';
import { type FramePlan, goodFrame, wrongFrame } from '../support/fuzz/frames';
import { readFrame } from '../support/fuzz/model-frame';
import { inTime, runs, seed, stoppedClock, TIMEOUT_MS } from '../support/fuzz/run';
import { batch, clientIdOf, counts, EVENT_ID, joinRoom, knownRoom, openDevice } from '../support/room';

/** Frames that no device sends. What good frames do is tested by fuzz-room. */

const disturbances = watchDisturbances();
const clock = stoppedClock();
afterAll(() => {
  disturbances.stop();
  clock.restore();
});

/** On one room. */
const FRAMES_A_RUN = 40;

const dataOf = (plan: FramePlan, clientId: string): string | ArrayBuffer => {
  if (!('text' in plan)) return new Uint8Array(plan.bytes).buffer;
  const names: Record<string, string> = { event: EVENT_ID, client: clientId, taken: clientIdOf(9), last: '1' };
  return plan.text.replaceAll(/\{\{(\w+)([+-]\d+)?\}\}/g, (whole, name: string, by = '0') => {
    if (name === 'now') return String(clock.now + Number(by));
    return name === 'seq' ? String(Math.max(1, 1 + Number(by))) : (names[name] ?? whole);
  });
};

/** Why it ends the socket; null for what a device may send. */
function refusalOf(data: string | ArrayBuffer): string | null {
  if (data === 'ping') return null;
  const frame = readFrame(data);
  if (frame === null) return 'bad_frame';
  if (frame.type === 'answer') return 'forbidden';
  return 'eventId' in frame && frame.eventId !== EVENT_ID ? 'wrong_event' : null;
}

test(
  'a frame that is none ends its socket with a word why, counts nothing, and is noticed by nobody else',
  { timeout: TIMEOUT_MS },
  async () => {
    const frames = fc.array(fc.record({ plan: wrongFrame, isJoined: fc.boolean() }), {
      minLength: FRAMES_A_RUN,
      maxLength: FRAMES_A_RUN,
    });
    await fc.assert(
      fc.asyncProperty(frames, async (all) => {
        disturbances.take();
        await closeDevices();
        await knownRoom();
        const { device: bystander, sync } = await joinRoom(clientIdOf(9));
        const before = await counts();
        for (const [index, { plan, isJoined }] of all.entries()) {
          clock.step();
          const clientId = clientIdOf(100 + index);
          const data = dataOf(plan, clientId);
          const refusal = refusalOf(data);
          if (refusal === null) continue;
          const { device } = isJoined ? await joinRoom(clientId) : { device: await openDevice() };
          device.sendText(data);
          // Whatever comes behind it does nothing.
          device.sendText(JSON.stringify(batch(1, [1])));
          const mustJoin = !isJoined && refusal !== 'bad_frame' && !isJoin(data);
          const code = mustJoin ? 'not_joined' : refusal;
          expect(await inTime(device.closedWith(), JSON.stringify(plan).slice(0, 200))).toBe(
            code === 'forbidden' ? 4403 : 4400,
          );
          expect(device.frames.at(-1)).toMatchObject({ type: 'error', code });
        }
        expect(await counts()).toEqual(before);
        bystander.send(batch(sync.lastSeq + 1, [1]));
        expect(await inTime(bystander.next('ack'), 'a good tap')).toMatchObject({ seq: sync.lastSeq + 1 });
        expect([bystander.closed, bystander.all('error'), disturbances.take()]).toEqual([null, [], []]);
      }),
      { seed, numRuns: runs(60) },
    );
  },
);

const isJoin = (data: string | ArrayBuffer): boolean => readFrame(data)?.type === 'join';

test('a device that floods is sent away, and counts no more than it may', { timeout: TIMEOUT_MS }, async () => {
  // Each frame is a commit of its own: at the usual rate a burst of 500 takes most of a minute on a busy machine.
  env.MAX_FRAMES_PER_SECOND = '20';
  const allowed = 100;
  let clients = 200;
  await knownRoom();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -3, max: 40 }), async (beyond) => {
      clock.step();
      const before = (await counts())['main']?.[0] ?? 0;
      clients += 1;
      const { device } = await joinRoom(clientIdOf(clients), { sessionId: `flood-${clients}` });
      // The join is one of the frames that it may send.
      const taps = allowed - 1 + Math.min(0, beyond);
      for (let seq = 1; seq <= taps; seq += 1) device.send(batch(seq, [1]));
      for (let extra = 0; extra < beyond; extra += 1) device.send({ type: 'request_sync' });
      if (beyond > 0) {
        expect(await inTime(device.closedWith(), 'the end of a flood')).toBe(4429);
        expect(device.frames.at(-1)).toMatchObject({ type: 'error', code: 'too_fast' });
      } else
        await inTime(
          device.until(() => device.all('ack').find(({ seq }) => seq === taps), 'all acks'),
          'a burst',
        );
      expect((await counts())['main']?.[0]).toBe(before + taps);
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
    const expectHeartbeat = async (device: Device) => {
      device.sendText('ping');
      expect(
        await inTime(
          device.until(() => device.texts.at(-1), 'pong'),
          'a heartbeat',
        ),
      ).toBe('pong');
    };
    const bystander = await connect();
    await fc.assert(
      fc.asyncProperty(fc.oneof(wrongFrame, goodFrame), async (plan) => {
        const device = await connect();
        await expectHeartbeat(device);
        device.sendText('text' in plan ? plan.text : new Uint8Array(plan.bytes).buffer);
        expect(await inTime(device.closedWith(), JSON.stringify(plan).slice(0, 200))).toBe(4400);
        expect(device.frames).toMatchObject([{ type: 'error', code: 'bad_frame' }]);
        expect([bystander.closed, bystander.frames]).toEqual([null, []]);
      }),
      { seed, numRuns: runs(700) },
    );
    await expectHeartbeat(bystander);
    expect(disturbances.take()).toEqual([]);
  },
);
