import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { closeDevices } from '../support/device';
import { watchDisturbances } from '../support/fuzz/disturbances';
import { type FramePlan, wrongFrame } from '../support/fuzz/frames';
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
          const mustJoin = !isJoined && refusal !== 'bad_frame' && readFrame(data)?.type !== 'join';
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
