import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  onNextSessionRestoreBookmark: async () => did('set back', '06'),
};
const recovery = () =>
  new Recovery({
    storage,
    room: { event: undefined, flushNow: () => did('flush', undefined), disconnect: () => did('disconnect', undefined) },
    delivery: { deliver: async () => did('deliver', undefined), recordAll: async () => did('record', recordAll) },
    abort: () => did('restart', undefined),
  });

beforeEach(() => {
  calls = [];
  recordAll = true;
  failure = undefined;
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the history is asked first; then all days are put on record, without which there is no moment', async () => {
  expect(await recovery().findBookmark({ at: 100 })).toEqual({ ok: true, value: { bookmark: '03', generation: 0 } });
  expect(calls).toEqual(['look', 'deliver', 'record']);
  recordAll = false;
  expect(await recovery().findBookmark({ at: 100 })).toEqual({ ok: false, code: 'unavailable' });
});

test('a bookmark is taken up to that of now; without a history no day is touched', async () => {
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

test('what is queued is in the storage before it is set back; then the devices go, and the room restarts by itself', async () => {
  expect(await recovery().restoreTo('03')).toEqual({ ok: true, value: { undoBookmark: '06' } });
  expect(calls).toEqual(['flush', 'set back', 'disconnect']);
  expect(console.info).toHaveBeenCalledWith(expect.stringContaining('"undoBookmark":"06"'));
  vi.runAllTimers();
  expect(calls.at(-1)).toBe('restart');
});
