import { expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually';

test('a wait leaves a stopped clock where it is, however often it looks', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  let looks = 0;
  await eventually(() => expect((looks += 1)).toBe(3));
  expect(Date.now()).toBe(1_000);
});
