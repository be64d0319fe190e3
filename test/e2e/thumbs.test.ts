import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, enterWithEvent, shownCount } from './support/steps';
import { withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

const BOTH_IN_SIGHT = { width: 390, height: 1_400 };

async function centreOf(pad: Locator): Promise<{ x: number; y: number }> {
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

test('two thumbs on two pads count both; one that slides off counts nothing', async () => {
  const phone = await openDevice(BOTH_IN_SIGHT);
  await enterWithEvent(phone, 'Two Thumbs', { Door: 100, Bar: 100 });
  const door = { id: 0, ...(await centreOf(button(phone, 'Add one to Door'))) };
  const bar = { id: 1, ...(await centreOf(button(phone, 'Add one to Bar'))) };
  const touch = await phone.context().newCDPSession(phone);
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof door)[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });

  await fingers('touchStart', [door]);
  await fingers('touchStart', [door, bar]);
  await fingers('touchEnd', [bar]);
  await fingers('touchEnd', []);
  await expect.poll(() => shownCount(phone, 'Door')).toBe('1');
  await expect.poll(() => shownCount(phone, 'Bar')).toBe('1');

  await fingers('touchStart', [door]);
  await fingers('touchMove', [{ ...door, y: door.y - 200 }]);
  await fingers('touchEnd', []);
  await button(phone, 'Add one to Bar').tap();
  await expect.poll(() => shownCount(phone, 'Bar')).toBe('2');
  expect(await shownCount(phone, 'Door')).toBe('1');
  expect(pageErrors).toEqual([]);
});
