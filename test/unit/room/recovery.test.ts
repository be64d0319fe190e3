import { beforeEach, expect, test, vi } from 'vitest';
import { Recovery, type RecoverableStorage } from '../../../src/room/operator/recovery';

let calls: string[];
let recordAll: boolean;
let failure: Error | undefined;

const did = <T>(what: string, answer: T): T => {
  calls.push(what);
  if (failure) throw failure;
  return answer;
};
const storage: RecoverableStorage = {
  getCurrentBookmark: async () => '05',
  getBookmarkForTime: async (at) => did('look', at === 100 ? '03' : '05'),
  onNextSessionRestoreBookmark: async () => did('restore', '06'),
};
const recovery = () =>
  new Recovery(
    { stateOrNone: undefined, flushNow: () => did('flush', undefined) },
    {
      storage,
      room: { disconnect: () => did('disconnect', undefined) },
      delivery: { deliver: async () => did('deliver', undefined), recordAll: async () => did('record', recordAll) },
      abort: () => did('restart', undefined),
    },
  );

beforeEach(() => {
  calls = [];
  recordAll = true;
  failure = undefined;
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

test('recovery asks the storage history first and then records all days, and it returns no bookmark when that fails', async () => {
  expect(await recovery().findBookmark({ at: 100 })).toEqual({ ok: true, value: { bookmark: '03', generation: 0 } });
  expect(calls).toEqual(['look', 'deliver', 'record']);
  recordAll = false;
  expect(await recovery().findBookmark({ at: 100 })).toEqual({ ok: false, code: 'unavailable' });
});

test('recovery accepts bookmarks up to the present one, and records no day without a history', async () => {
  for (const bookmark of ['03', '05']) {
    expect(await recovery().findBookmark({ bookmark })).toMatchObject({ ok: true, value: { bookmark } });
  }
  expect(await recovery().findBookmark({ bookmark: '051' })).toMatchObject({ ok: false, code: 'invalid_input' });
  calls = [];
  failure = new Error('does not implement point-in-time recovery');
  const refusal = { ok: false, code: 'unavailable', message: expect.stringContaining(failure.message) };
  for (const moment of [{ at: 100 }, { bookmark: '03' }]) {
    expect(await recovery().findBookmark(moment)).toEqual(refusal);
  }
  expect(calls).toEqual(['look', 'look']);
});

test('recovery flushes the queue before it restores the storage, then disconnects the devices, and the room restarts by itself', async () => {
  expect(await recovery().restoreTo('03')).toEqual({ ok: true, value: { undoBookmark: '06' } });
  expect(calls).toEqual(['flush', 'restore', 'disconnect']);
  expect(console.info).toHaveBeenCalledWith(expect.stringContaining('"undoBookmark":"06"'));
  vi.runAllTimers();
  expect(calls.at(-1)).toBe('restart');
});
