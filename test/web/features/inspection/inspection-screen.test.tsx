import { act, screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Inspection, InspectionOpening, InspectionSealList } from '../../../../src/shared/inspections/schemas';
import type { OccupancyAt, Report, ReportSubject } from '../../../../src/shared/schemas/report';
import { momentPath, suggestedMoment } from '../../../../web/src/features/reports/moment/asked-moment';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { speak } from '../../../../web/src/texts/texts';
import { BROKEN, openApp } from '../../support/dashboard';
import { closedReport, emptyReport, runningReport } from '../../support/report';
import { type Answer, refusal } from '../../support/stub-api';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/inspection/inspection-screen'));

const ABOUT = { eventName: 'Warehouse Friday', label: 'Officer Huber', expiresAt: '2026-11-21T06:00:00.000Z' };
const BAR = {
  areaId: 'a1',
  areaName: 'Bar',
  occupancy: 81,
  capacity: 100,
  lastChangedAt: '2026-11-20T20:59:07.000Z',
};
const YARD = { areaId: 'a2', areaName: 'Yard', occupancy: 7, capacity: 0, lastChangedAt: null };

const opened = (fields: Partial<InspectionOpening> = {}): Answer => [201, { ...ABOUT, opening: 'o1.s', ...fields }];
const live = (fields: Partial<Inspection> = {}): Answer => [
  200,
  {
    ...ABOUT,
    timeZone: 'Europe/Berlin',
    readAt: '2026-11-20T21:00:05.000Z',
    lastChangedAt: BAR.lastChangedAt,
    settings: { capacity: 120, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [75] },
    venue: { occupancy: 88, capacity: 100, warnsFrom: null },
    areas: [BAR, YARD],
    alerts: [{ areaId: 'a1', threshold: 75, raisedAt: '2026-11-20T20:41:00.000Z', acknowledgedAt: null }],
    ...fields,
  } satisfies Inspection,
];

const OPEN = 'POST /api/inspections/tok/openings';
const LIVE = 'GET /api/inspections/tok';
const REPORT = 'GET /api/inspections/tok/report';
const SEALS = 'GET /api/inspections/tok/seals';
const SEAL = {
  seq: 1,
  day: '2026-11-19',
  revision: 2,
  endsAt: '2026-11-20T05:00:00.000Z',
  sealedAt: '2026-11-20T05:01:00.000Z',
  fingerprint: '3f2a91bc07de44a1'.repeat(4),
  keyId: null,
  hasPack: false,
} satisfies InspectionSealList['seals'][number];
const sealed = { seals: [SEAL] } satisfies InspectionSealList;

function open(api: Parameters<typeof openApp>[0] = {}) {
  const all = {
    [OPEN]: opened(),
    [LIVE]: live(),
    [REPORT]: [200, runningReport] as const,
    [SEALS]: [200, sealed] as const,
    ...api,
  };
  const { user, calls } = openApp(all, '/inspect/tok');
  const made = (route: string) => calls.filter(({ method, path }) => `${method} ${path}` === route);
  return { user, calls, made };
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const inside = async (name: string) => (await card(name)).getByTestId('inside').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('an inspector sees the numbers, the limits, the levels in words, the alerts and the report of today', async () => {
  const { made, calls } = open();
  await screen.findByRole('heading', { name: 'Warehouse Friday', level: 1 });
  await screen.findByText('For Officer Huber · Valid until Nov 21 07:00');
  expect(await inside('Venue')).toBe('88');
  const venue = await card('Venue');
  venue.getByText('of 100');
  venue.getByText('120 minus 20 staff');
  venue.getByText('Filling up, 88%');
  const bar = await card('Bar');
  expect(bar.getByTestId('inside').textContent).toBe('81');
  bar.getByText('Filling up, 81%');
  (await card('Yard')).getByText('No limit');
  screen.getByText('As of 22:00:05 · Last change Nov 20 21:59:07');
  screen.getByText('Bar reached 75% at 21:41');
  screen.getByText('Not acknowledged');
  await screen.findByRole('heading', { name: 'Today’s report' });
  screen.getByText('Peak occupancy');
  const days = within(screen.getByRole('region', { name: 'Sealed days' }));
  days.getByText('Thu, Nov 19, 2026, revision 2');
  days.getByText(/^Sealed Nov 20 .*, without a signature$/);
  days.getByText(/^3f2a 91bc 07de 44a1/);
  screen.getByRole('region', { name: 'Occupancy report' });
  screen.getByRole('button', { name: 'Print' });
  screen.getByText('The organizer’s journal records that this link was opened.');
  // The link is opened once, and nobody is asked who is logged in.
  expect(made(OPEN)).toHaveLength(1);
  expect(calls.filter(({ path }) => !path.startsWith('/api/inspections/tok'))).toEqual([]);
  for (const route of [LIVE, REPORT])
    expect(new Set(made(route).map(({ headers }) => headers.get('x-inspection')))).toEqual(new Set(['o1.s']));
});

test("each authority's limit stands in its own number and words, and the safety margin changes none", async () => {
  const license = { kind: 'license', capacity: 110, condition: 'Condition 12: no more than 110 persons' } as const;
  const fire = { kind: 'fire', capacity: 105, condition: 'Certificate 7' } as const;
  const own = { staffAllowance: 20, safetyMarginPercent: 10, alertThresholds: [] };
  const settings = { ...own, capacity: 105, ownCapacity: 300, limits: [license, fire] };
  open({
    [LIVE]: live({
      settings,
      venue: { occupancy: 88, capacity: 85, warnsFrom: 74 },
      alerts: [{ areaId: null, threshold: 90, raisedAt: '2026-11-20T20:41:00.000Z', acknowledgedAt: null }],
      areas: [{ ...BAR, capacity: 80, ownCapacity: 80, limits: [{ ...license, capacity: 90 }] }],
    }),
  });
  const venue = await card('Venue');
  const limits = within(venue.getByRole('list', { name: 'Limits of Venue' }));
  expect(limits.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'License108 of 110, 20 of them staffCondition 12: no more than 110 persons',
    'Fire safety108 of 105, 20 of them staffCertificate 7',
  ]);
  venue.getByText('of 85');
  venue.getByText('Over by 3');
  venue.getByText('105 minus 20 staff');
  venue.getByText('Warning from 74: doors and alerts keep a safety margin of 10%');
  screen.getByText('Venue reached 90% at 21:41');
  screen.getByText('The venue’s percentages are shares of its capacity at that time, less the safety margin.');
  const bar = await card('Bar');
  bar.getByText('81 of 90');
  bar.getByText('The organizer’s own number: 80');
});

test('the numbers are loaded every two seconds, and say from when they are while they cannot be loaded', async () => {
  let answer: Answer | 'offline' = live();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { made } = open({ [LIVE]: () => (answer === 'offline' ? Promise.reject(new TypeError('offline')) : answer) });
  expect(await inside('Bar')).toBe('81');
  answer = live({ readAt: '2026-11-20T21:00:07.000Z', areas: [{ ...BAR, occupancy: 101, mayBeLowBy: 12 }, YARD] });
  await pass(2_000);
  expect(await inside('Bar')).toBe('101');
  (await card('Bar')).getByText('Over by 1');
  for (const name of ['Venue', 'Bar']) (await card(name)).getByText('may be low by up to 12');
  answer = 'offline';
  await pass(2_000);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'These numbers are from 22:00:07. There is no connection. Trying again…',
  );
  expect(await inside('Bar')).toBe('101');
  answer = live();
  await pass(2_000);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await inside('Bar')).toBe('81');
  expect(made(OPEN)).toHaveLength(1);
});

test('before somebody counts, the page says so, and shows the numbers once somebody does, also after a failed attempt', async () => {
  let answer = opened({ opening: null });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { made } = open({ [OPEN]: () => answer });
  await screen.findByText('Counting has not begun.');
  screen.getByRole('heading', { name: 'Warehouse Friday' });
  expect([made(LIVE), made(REPORT)]).toEqual([[], []]);
  answer = BROKEN;
  await pass(15_000);
  screen.getByText('Counting has not begun.');
  answer = opened();
  await pass(15_000);
  expect(await inside('Bar')).toBe('81');
  expect(made(OPEN)).toHaveLength(3);
});

test.each([
  ['when it is opened', { [OPEN]: refusal(404, 'Not there', 'not_found') }],
  ['while it is read', { [LIVE]: refusal(404, 'Not there', 'not_found') }],
])('a link that is over %s shows no number', async (_when, api) => {
  open(api);
  await screen.findByRole('heading', { name: 'This link is no longer valid.' });
  screen.getByText('Please ask the organizer for a new one.');
  expect(screen.queryAllByTestId('inside')).toEqual([]);
  expect(screen.queryByText('Today’s report')).toBeNull();
});

test('a link that was opened too often says so, and is opened again on request', async () => {
  const text = 'Too many attempts. Please wait a few minutes and try again.';
  let answer = refusal(429, text, 'too_many_attempts');
  const { user } = open({ [OPEN]: () => answer });
  await screen.findByText(text);
  answer = opened();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await inside('Bar')).toBe('81');
});

test('an opening that the server no longer knows is made again, once', async () => {
  let openings = 0;
  const { made } = open({
    [OPEN]: () => opened({ opening: `o${(openings += 1)}.s` }),
    [LIVE]: ({ headers }) =>
      headers.get('x-inspection') === 'o1.s' ? refusal(403, 'You are not allowed to do this.', 'forbidden') : live(),
  });
  expect(await inside('Bar')).toBe('81');
  expect(made(OPEN)).toHaveLength(2);
});

test('a venue without places, an event without areas and a day without taps are said in words', async () => {
  open({
    [LIVE]: live({
      venue: { occupancy: 3, capacity: 0, warnsFrom: null },
      settings: { capacity: 20, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [] },
      areas: [],
      alerts: [],
      lastChangedAt: null,
    }),
    [REPORT]: [200, emptyReport],
  });
  (await card('Venue')).getByText('Over by 3');
  screen.getByText('This event has no areas yet.');
  screen.getByText('As of 22:00:05 · Nothing counted yet');
  await screen.findByRole('region', { name: 'Occupancy report' });
  expect(screen.queryByText('Peak occupancy')).toBeNull();
});

/** The running report without anything over a capacity: they were raised before anybody came. */
const keptReport: Report = {
  ...runningReport,
  venue: kept(runningReport.venue),
  areas: runningReport.areas.map((area) => ({ ...area, ...kept(area) })),
};
function kept<Subject extends ReportSubject>(subject: Subject): Subject {
  return { ...subject, overCapacity: [], minutesAbove: { above75: 0, above90: 0, above100: 0 } };
}

test('the page says in words that no limit was exceeded so far', async () => {
  open({ [REPORT]: [200, keptReport] });
  const verdict = await screen.findByRole('region', { name: 'Verdict' });
  expect(verdict.textContent).toMatch(/^No limit was exceeded so far\./);
});

test('an inspector asks how many were inside at a moment; a refusal has its reason, and another try helps', async () => {
  const at = suggestedMoment(runningReport);
  const answer: OccupancyAt = {
    eventId: 'e1',
    at: new Date(at).toISOString(),
    timeZone: 'Europe/Berlin',
    day: '2026-11-21',
    knownAt: runningReport.generatedAt,
    precision: 'second',
    venue: { occupancy: 360, lowest: 360, highest: 360, capacity: 400, percent: 90, knownThen: 360, late: null },
    areas: [],
  };
  const asked: Answer[] = [refusal(429, 'Too many attempts.', 'too_many_attempts'), [200, answer]];
  const route = `GET ${momentPath('/api/inspections/tok', at)}`;
  const { user, made } = open({ [route]: () => asked.shift() ?? BROKEN });
  await user.click(await screen.findByRole('button', { name: 'How many at a moment?' }));
  const box = within(await screen.findByRole('region', { name: 'How many people at a moment?' }));
  await user.click(box.getByRole('button', { name: 'Show' }));
  expect((await box.findByRole('alert')).textContent).toBe('Too many attempts.');
  await user.click(box.getByRole('button', { name: 'Try again' }));
  await box.findByText(/: 360 inside, 90% of 400$/);
  expect(made(route).map(({ headers }) => headers.get('x-inspection'))).toEqual(['o1.s', 'o1.s']);
});

const PACK = 'GET /api/inspections/tok/evidence?from=2026-11-19&to=2026-11-19';

test('a day that the link shows has its pack, which is downloaded with the opening', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:pack', revokeObjectURL: () => undefined }));
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const older = { ...SEAL, seq: 2, day: '2026-11-18' };
  const { user, made } = open({ [SEALS]: [200, { seals: [{ ...SEAL, hasPack: true }, older] }], [PACK]: [200, {}] });
  await user.click(await screen.findByRole('button', { name: 'Evidence pack of Thu, Nov 19, 2026' }));
  await screen.findByText(/is among your downloads/);
  expect(save).toHaveBeenCalledOnce();
  expect(made(PACK).map(({ headers }) => headers.get('x-inspection'))).toEqual(['o1.s']);
  expect(screen.getAllByRole('button', { name: /^Evidence pack/ })).toHaveLength(1);
});

test.each([
  ['lasts', '2026-11-23T06:00:00.000Z', 'then its files can be downloaded here.'],
  ['ends', ABOUT.expiresAt, 'when this link has ended. Ask the organizer for its files then.'],
])('the running day says when it has a pack, to a link that %s until then', async (_what, expiresAt, then) => {
  open({ [OPEN]: opened({ expiresAt }) });
  await screen.findByText(`Sat, Nov 21, 2026 is sealed a few minutes after Nov 22 06:00, ${then}`);
  expect(screen.queryByRole('button', { name: /^Evidence pack/ })).toBeNull();
});

test('the morning after, the report says of which night it is', async () => {
  open({ [REPORT]: [200, closedReport] });
  await screen.findByRole('heading', { name: /^Report of Nov 2\d\s–\s2\d, 2026 \(06:00 to 06:00\)$/ });
  expect(screen.getByRole('link', { name: 'Check an evidence pack' })).toHaveProperty('pathname', '/verify');
});

test('the page speaks German', async () => {
  speak(german);
  open();
  await screen.findByRole('heading', { name: 'Jetzt drinnen' });
  screen.getByText('Für Officer Huber · Gültig bis 21. Nov. 07:00');
  screen.getByText('Bar: 75 % um 21:41 erreicht');
  expect(await screen.findByRole('heading', { name: 'Bericht von heute' })).toBeTruthy();
});
