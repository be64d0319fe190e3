import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { VIEWER_UNREAD_MAX } from '../../../src/room/limits';
import { batch, clientIdOf, EVENT_ID, joinRoom, knownRoom, openDevice, openDisplay } from '../support/room';

/** Strangers look at displays: what is kept for one that does not read is bounded. */

/** A picture of 60 KB, so that few of them are too many. */
const LARGE = {
  areas: Array.from({ length: 100 }, (_, n) => ({
    areaId: `area-${n}`,
    areaName: `${n} `.padEnd(100, 'x').concat('y'.repeat(400)),
    capacity: 100,
  })),
};

/** Taps once a broadcast, until `isEnough`. */
async function tapUntil(isEnough: () => boolean): Promise<void> {
  const { device } = await joinRoom(clientIdOf(1));
  for (let seq = 1; !isEnough(); seq += 1) {
    if (seq > 40) throw new Error('Never enough');
    device.send(batch(seq, [1], 'area-1'));
    await device.next('ack');
    await new Promise((resolve) => setTimeout(resolve, 210));
  }
}

test('a display that reads and answers goes on; one that does not answer is sent no more than so much', async () => {
  await knownRoom(LARGE);
  const { viewer: reads } = await openDisplay();
  const { viewer: silent } = await openDisplay();
  reads.socket.addEventListener('message', ({ data }) => {
    const frame: { type?: string; word?: string } = JSON.parse(String(data));
    if (frame.type === 'question') reads.send({ type: 'answer', word: frame.word ?? '' });
  });
  await tapUntil(() => reads.all('display').length >= 6);
  const sent = silent.all('display').reduce((size, frame) => size + JSON.stringify(frame).length, 0);
  expect(silent.all('question')).toHaveLength(1);
  expect(sent).toBeLessThanOrEqual(VIEWER_UNREAD_MAX);
  expect(reads.closed).toBeNull();
  // It gets the newest as soon as it answers.
  silent.send({ type: 'answer', word: silent.all('question')[0]?.word ?? '' });
  const newest = reads.all('display').at(-1)?.version;
  await silent.until(() => silent.all('display').find(({ version }) => version >= (newest ?? Infinity)), 'the newest');
});

test('a display of an earlier version is closed with a code on which it comes back', async () => {
  await knownRoom(LARGE);
  const { viewer } = await openDisplay({ protocol: 2 });
  await tapUntil(() => viewer.closed !== null);
  expect(viewer.closed).toEqual({ code: 1001, reason: 'unread' });
  expect(viewer.all('question')).toEqual([]);
});

test('an address has so many displays; others and devices still get in', async () => {
  env.MAX_VIEWERS_PER_ADDRESS = '2';
  await knownRoom();
  const display = { principal: `display:${EVENT_ID}`, sessionId: 'display:1', tier: 'viewer' } as const;
  const { viewer } = await openDisplay({ address: 'here' });
  await openDisplay({ address: 'here' });
  await expect(openDevice({ ...display, address: 'here' })).rejects.toThrow('No socket: 503');
  await openDisplay({ address: 'there' });
  await joinRoom(clientIdOf(1), { address: 'here' });
  viewer.socket.close();
  await viewer.closedWith();
  await openDisplay({ address: 'here' });
});
