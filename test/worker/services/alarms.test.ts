import { env } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { ServiceMonitor } from '../../../src/monitor/service-monitor';
import { getMonitor } from '../../../src/rpc/objects';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/durations';
import { stopClock } from '../../support/clock';
import { createOpenVenue, createVenue, signUp } from '../support/accounts';
import { createClient } from '../support/client';
import { GOOGLE_CHAT, Operator } from '../support/operator';

let days = 0;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Each test has a day of its own, because the isolate still counts the answers of the tests before.
  days += 1;
  stopClock(Date.now() + days * DAY_MS);
});

const readiness = () => createClient({ variables: env }).get('/api/health/ready');

/** Breaks a part. Returns how to mend it, and what the operator must be told about it. */
type Break = (operator: Operator) => Promise<{ mend: () => Promise<unknown>; told: string; status: number }>;

const breakDatabase: Break = async () => {
  await env.DB.exec('ALTER TABLE attempts RENAME TO gone');
  const mend = () => env.DB.exec('ALTER TABLE gone RENAME TO attempts');
  return { mend, told: '- database: broken', status: 503 };
};

/** Makes the room unable to write into one of its tables. Returns how to mend it. */
async function breakTable(eventId: string, table: 'meta' | 'log'): Promise<() => Promise<void>> {
  const run = (sql: string) =>
    runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(eventId)), (_room, { storage }) => {
      storage.sql.exec(sql);
    });
  await run(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'no'); END`);
  return () => run('DROP TRIGGER full');
}

/** A room that cannot write what it needs to know about its event. */
const breakRoom: Break = async () => {
  const { admin, event } = await createOpenVenue();
  const { eventId } = event;
  const mend = await breakTable(eventId, 'meta');
  const own = createClient({ variables: env, headers: { cookie: admin.client.cookie() } });
  const noted = vi.spyOn(ServiceMonitor.prototype, 'noteRoom');
  for (const eventName of ['Spring Fest', 'Winter Fest']) {
    const renamed = await own.call('PATCH', `/api/events/${eventId}`, { body: { eventName } });
    expect(renamed.status).toBe(200);
  }
  expect(noted).toHaveBeenCalledOnce();
  return {
    mend,
    told: `- rooms: refusing\n- event ${eventId} (“Winter Fest”): its room fails or does not answer`,
    status: 503,
  };
};

/** A room that answers calls but cannot store taps. Its organizer has put a mention and a link into the event's name. */
const breakCommits: Break = async () => {
  const { admin, event, area } = await createVenue();
  const { eventId } = event;
  const mend = await breakTable(eventId, 'log');
  const own = createClient({ variables: env, headers: { cookie: admin.client.cookie() } });
  const eventName = '<!channel> <https://evil.test|Mend it>';
  expect(await own.call('PATCH', `/api/events/${eventId}`, { body: { eventName } })).toMatchObject({ status: 200 });
  const now = Date.now();
  const taps = [{ areaId: area.areaId, change: 1, at: now }];
  const body = { clientId: 'client-of-this-test', seq: 1, sentAt: now, taps };
  expect(await own.post(`/api/events/${eventId}/occupancy`, body)).toMatchObject({ status: 503 });
  const name = ' !channel   https   evil.test Mend it ';
  return { mend, told: `- event ${eventId} (“${name}”): its room`, status: 503 };
};

const breakMail: Break = async (operator) => {
  const { email } = await signUp();
  const ask = () => createClient({ variables: env }).post('/api/auth/forgot-password', { email });
  operator.broken.add('mail');
  await ask();
  const mend = async () => {
    operator.broken.delete('mail');
    await ask();
  };
  return { mend, told: '- mail: refused', status: 200 };
};

test.each<[string, Break]>([
  ['database', breakDatabase],
  ['rooms', breakRoom],
  ['rooms', breakCommits],
  ['mail', breakMail],
])(
  'the operator is told once when %s breaks and once when it works again, and the heartbeat stops in between',
  async (part, breaks) => {
    const operator = new Operator();
    expect(await operator.pass(1)).toBe('♥');
    const since = new Date(Date.now() + MINUTE_MS).toISOString();
    const { mend, told, status } = await breaks(operator);
    expect(await operator.pass(1)).toBe('-');
    expect(operator.told).toEqual([]);
    const answer = await readiness();
    expect(answer).toMatchObject({ status, body: { degraded: [part] } });
    expect(await operator.pass(4)).toBe('----');
    expect(operator.told).toEqual([`${part} began`]);
    await mend();
    expect(await operator.pass(4)).toBe('--♥♥');
    expect(operator.told).toEqual([`${part} began`, `${part} over`]);

    const [began, over] = operator.messages;
    expect(began).toMatchObject({ since, environment: 'staging', origin: 'http://headroom.test' });
    expect(began?.text).toContain(told);
    expect(began?.text).toContain(`docs/incidents.md, alarm “${part}”`);
    expect(over).toMatchObject({ since });
    const mails = operator.mails.filter(({ to }) => to[0] === env.ALARM_EMAIL);
    expect(mails.map(({ text }) => text)).toEqual(
      operator.messages.filter(({ state }) => part !== 'mail' || state === 'over').map(({ text }) => `${text}\n`),
    );
  },
);

test('an alarm that reached nobody is told again the next minute, and one bad minute is no alarm', async () => {
  const operator = new Operator();
  const { mend } = await breakDatabase(operator);
  expect(await operator.pass(1)).toBe('-');
  await mend();
  expect(await operator.pass(2)).toBe('♥♥');
  env.ALARM_EMAIL = '';
  operator.broken.add('webhook');
  const { mend: mendAgain } = await breakDatabase(operator);
  await operator.pass(3);
  expect(operator.told).toEqual([]);
  operator.broken.delete('webhook');
  await operator.pass(2);
  expect(operator.told).toEqual(['database began']);
  env.ALARM_WEBHOOK_URL = GOOGLE_CHAT;
  await mendAgain();
  await operator.pass(3);
  expect(operator.chat).toEqual([expect.stringContaining('“database” is over')]);
});

const slow = { eventId: 'e1', waitMsMax: 1_001, syncMs: null };

test('isolates with failed calls and slow rooms cause alarms, each above its threshold only', async () => {
  const operator = new Operator();
  const monitor = getMonitor(env);
  const answered = async (answers: number, errors: number) =>
    await monitor.noteAnswers([{ minute: Math.floor(Date.now() / MINUTE_MS), answers, errors }]);
  await answered(100, 9);
  await monitor.noteSlowRoom({ eventId: 'e2', waitMsMax: 1_000, syncMs: 2_000 });
  expect(await operator.pass(2)).toBe('♥♥');
  for (let minute = 0; minute < 2; minute += 1) {
    await answered(500, 5);
    await monitor.noteSlowRoom(slow);
    await monitor.noteSlowRoom({ ...slow, eventId: 'e2', waitMsMax: 0, syncMs: 2_001 });
    await operator.pass(1);
  }
  await operator.pass(1);
  expect(operator.told.toSorted()).toEqual(['errors began', 'sync began', 'wait began']);
  const text = operator.messages.map((message) => message.text).join('\n');
  expect(text).toContain('19 of 1100 answers');
  expect(text).toContain('- event e1: 1001 ms');
  expect(text).toContain('- event e2: 2001 ms');
  expect(await operator.pass(3)).toBe('---');
  expect(operator.told.toSorted().filter((told) => told.endsWith('over'))).toEqual(['sync over', 'wait over']);
});

test('many taps that nobody pays for are an alarm until midnight UTC; without billing they stop nobody', async () => {
  const operator = new Operator();
  const monitor = getMonitor(env);
  env.FREE_TAPS_PER_DAY = '8000';
  await monitor.noteFreeTaps(1_000);
  await operator.pass(2);
  expect(operator.told).toEqual([]);
  await monitor.noteFreeTaps(7_000);
  // Nothing is broken, so the heartbeat goes on: an outage on the same day is still noticed.
  expect(await operator.pass(3)).toBe('♥♥♥');
  expect(operator.told).toEqual(['taps began']);
  expect(operator.messages[0]?.text).toContain('- 8000 taps today (UTC) for which nobody pays\n');
  expect(await monitor.isSignUpPaused()).toBe(false);
  stopClock(Date.now() + DAY_MS);
  await operator.pass(4);
  expect(operator.told).toEqual(['taps began', 'taps over']);
});

test('a monitor that is out of reach changes no answer and stops the heartbeat', async () => {
  const operator = new Operator();
  vi.spyOn(ServiceMonitor.prototype, 'check').mockRejectedValue(new Error('unreachable'));
  vi.spyOn(ServiceMonitor.prototype, 'readFailures').mockRejectedValue(new Error('unreachable'));
  const noted = vi.spyOn(ServiceMonitor.prototype, 'noteAnswers').mockRejectedValue(new Error('unreachable'));
  await expect(operator.pass(1)).rejects.toThrow('unreachable');
  expect(await readiness()).toMatchObject({ status: 200, body: { ok: true, degraded: [] } });
  const { mend } = await breakDatabase(operator);
  const failed = await createClient({ variables: env }).post('/api/auth/login', {
    username: 'a@b.test',
    password: 'x',
  });
  expect(failed).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(noted).toHaveBeenCalledWith([expect.objectContaining({ errors: 1 })]);
  await mend();
});
