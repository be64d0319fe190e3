import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CodeEvent } from '../../../../web/src/features/events/known/code-event';
import { readKnownEvents } from '../../../../web/src/session/last-known';
import { keepUser } from '../../../../web/src/session/storage';
import { DOOR, EVENT } from '../../support/account';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const SATURDAY = { ...EVENT, eventName: 'Warehouse Saturday' };
const IN_TROUBLE = refusal(503, 'Try later.', 'unavailable');
let answer: Answer;
let calls: ReturnType<typeof stubApi>;
let stop: () => void;

function begin(retries = 2): CodeEvent {
  const codeEvent = new CodeEvent(DOOR, retries);
  stop = codeEvent.start();
  return codeEvent;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  keepUser(DOOR);
  answer = [200, EVENT];
  calls = stubApi({ 'GET /api/events/by-access-code/ABCD2346': () => answer });
});

afterEach(() => {
  stop();
});

test('the app loads the event of a code and stores it, so that the next visit shows it at once', async () => {
  const first = begin();
  expect(first.state).toEqual({ event: undefined, failure: null });
  await pass(0);
  expect(first.state).toEqual({ event: EVENT, failure: null });
  expect(readKnownEvents(DOOR)).toEqual([EVENT]);
  expect(new CodeEvent(DOOR, 0).state.event).toEqual(EVENT);
  answer = refusal(404, 'Not there', 'not_found');
  first.refetch();
  await pass(0);
  // A missing event is not a failure.
  expect(first.state).toEqual({ event: null, failure: null });
});

test('the app asks a failing server twice more before it reports a failure, and every 30 seconds after that', async () => {
  answer = IN_TROUBLE;
  const codeEvent = begin();
  await pass(2_999);
  expect([calls.length, codeEvent.state.failure]).toEqual([2, null]);
  await pass(1);
  expect(calls).toHaveLength(3);
  expect(codeEvent.state.failure).toMatchObject({ isAnswered: true, error: { message: 'Try later.' } });
  answer = [200, EVENT];
  await pass(29_999);
  expect(calls).toHaveLength(3);
  await pass(1);
  expect(codeEvent.state).toEqual({ event: EVENT, failure: null });
});

test('news of the own event is applied, ends a failure and is stored; news of others is ignored', async () => {
  const codeEvent = begin(0);
  await pass(0);
  answer = IN_TROUBLE;
  codeEvent.refetch();
  await pass(0);
  expect(codeEvent.state).toMatchObject({ event: EVENT, failure: { isAnswered: true } });
  codeEvent.replace({ ...SATURDAY, eventId: 'e2' });
  expect(codeEvent.state.event).toEqual(EVENT);
  codeEvent.put(SATURDAY);
  expect(codeEvent.state).toEqual({ event: SATURDAY, failure: null });
  expect(readKnownEvents(DOOR)).toEqual([SATURDAY]);
  const asked = calls.length;
  await pass(60_000);
  expect(calls).toHaveLength(asked);
});

test('the app ignores the answer to an earlier call', async () => {
  const codeEvent = begin();
  answer = [200, SATURDAY];
  codeEvent.refetch();
  await pass(0);
  expect(codeEvent.state.event).toEqual(SATURDAY);
  stop();
  answer = [200, EVENT];
  codeEvent.refetch();
  stop();
  await pass(0);
  expect(codeEvent.state.event).toEqual(SATURDAY);
});
