import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { ACCOUNT_API, DOOR } from '../../support/account';
import { FakePlot } from '../../support/fake-plot';
import { path, renderApp } from '../../support/render-app';
import { closedReport, emptyReport } from '../../support/report';
import { refusal, stubApi } from '../../support/stub-api';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/reports/reports-screen'));
afterEach(() => {
  document.documentElement.lang = 'en';
});

const NEWEST = '/api/events/e1/report?interval=15';
const WEEKEND = '/app/reports?event=e1&from=2026-11-20&to=2026-11-21';

const api = (report: Report) => ({
  ...ACCOUNT_API,
  'GET /api/events/e1/reports?limit=10': [200, { reports: [] }] as const,
  [`GET ${NEWEST}`]: [200, report] as const,
  [`GET ${NEWEST}&from=2026-11-20&to=2026-11-21`]: [200, report] as const,
});

const table = (name: string) => screen.findByRole('group', { name });
const rowOf = async (tableName: string, name: string) =>
  within(await table(tableName))
    .getByRole('rowheader', { name })
    .closest('tr')
    ?.textContent.replaceAll('\u00a0', ' ');

test('the report shows the most important figures first, then places and times', async () => {
  stubApi(api(closedReport));
  renderApp(WEEKEND);
  await screen.findByRole('heading', { name: /^Report Warehouse Friday Fri, Nov 20.*Nov 21, 2026$/, level: 1 });
  screen.getByText('Hafen Events GmbH · Am Kai 12, 20457 Hamburg');
  const figures = (await screen.findByText('Peak occupancy')).closest('dl');
  expect(
    [...(figures?.querySelectorAll('dt') ?? [])].map((term) =>
      term.nextSibling?.textContent?.replaceAll('\u00a0', ' '),
    ),
  ).toEqual(['360', '714', '714', '0', '0 min']);
  expect(figures?.textContent).toContain('at Nov 21 21:22, 90% of 400');
  expect(figures?.textContent.replaceAll('\u00a0', ' ')).toContain('One area for 2 h 45 min');
  screen.getByText('Times in Europe/Berlin (GMT+1). A day begins at 06:00. As of Sun, Nov 22, 10:30:00.');
  const headings = 'Occupancy Hours Days Areas Above capacity Devices Alerts Journal Data quality Daily reports';
  expect(
    screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
      .join(' '),
  ).toBe(headings);
  expect(document.title).toBe('Report · Headroom');
});

test('areas, devices and times above the capacity have tables with their own times', async () => {
  stubApi(api(closedReport));
  renderApp(WEEKEND);
  expect(await rowOf('Areas', '東京 Lounge')).toBe('東京 Lounge118118%, Nov 20 20:2210021421406 h 15 min3 h2 h 45 min');
  expect(await rowOf('Areas', 'Balcony (deleted)')).toContain('–');
  expect(await rowOf('Above capacity', '東京 Lounge')).toBe('東京 LoungeNov 20 19:45Nov 20 22:302 h 45 min118 of 100');
  expect(await rowOf('Devices', 'Main door')).toContain('42, up to 22 min');
  expect(await rowOf('Devices', 'Main door')).toContain('Nov 20 20:00 to Nov 20 21:30');
  screen.getByText('Capacity of 東京 Lounge: 120, before that 100.');
  screen.getByText(/^Late taps: 42 arrived more than 1 minute late, 9 of them more than 10 minutes/);
  screen.getByText(/^Each tap counts at its own moment/);
  expect(screen.queryByText(/^Taps of these days were kept by the minute/)).toBeNull();
});

test('the quality of the data includes the recounts, and what they say about the numbers', async () => {
  stubApi(api(closedReport));
  renderApp(WEEKEND);
  expect(await rowOf('Recounts', '東京 Lounge')).toBe('東京 LoungeNov 20 20:15-3240');
  expect(await rowOf('Recounts', 'Ελλάδα')).toBe('ΕλλάδαNov 20 19:300151');
  screen.getByText(/^By 2 recounts, an area’s number may be off by ± 12 after 1,000 ins and outs/);
  screen.getByText(/off by ± 9 at the end of the busiest of these days. A safety margin of 5% covers that/);
  expect(screen.queryByText('Nobody counted by eye on these days.')).toBeNull();
  expect(screen.queryByText(/^Left before their tap in arrived/)).toBeNull();
});

test('without recounts the report says that nothing checks its numbers, and how many left before their entry arrived', async () => {
  const quality = { ...closedReport.quality, recounts: [], countingError: null, givenBack: 5 };
  stubApi(api({ ...closedReport, quality }));
  renderApp(WEEKEND);
  await screen.findByText('Nobody counted by eye on these days.');
  screen.getByText('How far a number may be off is not known yet: that takes two recounts within 90 days.');
  screen.getByText(/^Left before their tap in arrived: 5\./);
  expect(screen.queryByRole('group', { name: 'Recounts' })).toBeNull();
});

test('the address holds the chosen area, whose curve appears below its own capacity', async () => {
  stubApi(api(closedReport));
  const { user } = renderApp(WEEKEND);
  await user.selectOptions(await screen.findByLabelText('Shown'), '東京 Lounge');
  expect(path()).toBe('/app/reports?event=e1&from=2026-11-20&to=2026-11-21&area=a1');
  const [occupancy] = FakePlot.all;
  expect(new Set(occupancy?.data[2])).toEqual(new Set([100, 120]));
  expect(Math.max(...(occupancy?.data[1] ?? []).map(Number))).toBe(118);

  // People who cannot see the chart move along it by keys and hear each interval.
  const slider = await screen.findByRole('slider', { name: 'Occupancy of 東京 Lounge over time' });
  const spoken = () => slider.getAttribute('aria-valuetext');
  expect(spoken()).toBe('Fri, Nov 20, 20:15–20:30: 114–118 inside. 4 in, 0 out. Peak 118% of 100.');
  slider.focus();
  await user.keyboard('{ArrowLeft}');
  expect(spoken()).toBe('Fri, Nov 20, 20:00–20:15: 108–114 inside. 6 in, 0 out. Peak 114% of 100.');
  await user.keyboard('{End}');
  expect(slider.getAttribute('aria-valuenow')).toBe(slider.getAttribute('aria-valuemax'));
});

test('the intervals of a day add up to the day’s figures', async () => {
  stubApi(api(closedReport));
  const { user } = renderApp(WEEKEND);
  await user.click(await screen.findByText('Intervals of 15 min, day by day'));
  await user.click(await screen.findByText('Fri, Nov 20, 2026', { selector: 'summary' }));
  const rows = within(await table('Intervals of Venue on Fri, Nov 20, 2026'))
    .getAllByRole('row')
    .slice(1);
  const ins = rows.map((row) => Number(within(row).getAllByRole('cell')[0]?.textContent));
  expect(ins.reduce((total, count) => total + count, 0)).toBe(closedReport.days[0]?.ins);
  screen.getByText('Intervals in which nobody was here are left out.');
});

test('other days are requested by name, and the page requests no days that a report cannot cover', async () => {
  const calls = stubApi(api(closedReport));
  const { user } = renderApp(WEEKEND);
  const from = await screen.findByLabelText('From');
  await screen.findByText('Peak occupancy');
  await user.clear(from);
  await user.type(from, '2025-11-20');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByRole('alert').textContent).toBe('A report covers at most 366 days.');
  await user.clear(from);
  await user.type(from, '2026-11-19');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(path()).toBe('/app/reports?event=e1&from=2026-11-19&to=2026-11-21&interval=30');
  expect(calls.findLast(({ path: called }) => called.includes('/report?'))?.path).toBe(
    '/api/events/e1/report?interval=30&from=2026-11-19&to=2026-11-21',
  );
});

/** The report of one day, with the days with counts around it. */
const ofDay = (day: string, rest: Partial<Report>) =>
  ({ [`GET ${NEWEST}&from=${day}&to=${day}`]: [200, { ...emptyReport, from: day, to: day, ...rest }] }) as const;

test('the steps lead over days without counts, say where they lead, and end at the first and the last day', async () => {
  stubApi({
    ...api(closedReport),
    ...ofDay('2026-11-22', { days: closedReport.days.slice(0, 1), earlierDay: '2026-11-08' }),
    ...ofDay('2026-11-08', { days: closedReport.days.slice(0, 1), laterDay: '2026-11-22' }),
  });
  const { user } = renderApp('/app/reports?event=e1&from=2026-11-22&to=2026-11-22');
  await user.click(await screen.findByRole('button', { name: 'Earlier days: Nov 8, 2026' }));
  expect(path()).toBe('/app/reports?event=e1&from=2026-11-08&to=2026-11-08');
  await screen.findByRole('button', { name: 'Later days: Nov 22, 2026' });
  const first = screen.getByRole('button', { name: 'Earlier days' });
  expect(first.title).toBe('Earlier days');
  await user.click(first);
  expect(path()).toBe('/app/reports?event=e1&from=2026-11-08&to=2026-11-08');
});

test('while the report of another day loads, no pack of the shown day is downloaded', async () => {
  const [day] = closedReport.days;
  const shown = ofDay('2026-11-22', { days: [{ ...day!, day: '2026-11-22' }], earlierDay: '2026-11-21' });
  const seal = { seq: 1, sealedAt: day!.endsAt, endsAt: day!.endsAt, fingerprint: 'f'.repeat(64), keyId: null };
  const seals = [{ ...seal, day: '2026-11-22', revision: day!.revision }];
  const calls = stubApi({
    ...api(closedReport),
    ...shown,
    'GET /api/events/e1/seals?day=2026-11-22': [200, { seals }],
    [`GET ${NEWEST}&from=2026-11-21&to=2026-11-21`]: 'silent',
  });
  const { user } = renderApp('/app/reports?event=e1&from=2026-11-22&to=2026-11-22');
  await screen.findByRole('button', { name: 'Evidence pack of Sun, Nov 22, 2026' });
  await user.click(screen.getByRole('button', { name: 'Earlier days: Nov 21, 2026' }));
  await user.click(screen.getByRole('button', { name: /Evidence pack/ }));
  expect(calls.some(({ path: called }) => called.includes('/evidence'))).toBe(false);
});

test('a day without counts says so and leads to the last day with counts', async () => {
  stubApi({
    ...api(closedReport),
    ...ofDay('2026-11-15', { earlierDay: '2026-11-08', laterDay: '2026-11-22' }),
    ...ofDay('2026-11-08', { days: closedReport.days.slice(0, 1), laterDay: '2026-11-22' }),
  });
  const { user } = renderApp('/app/reports?event=e1&from=2026-11-15&to=2026-11-15');
  await screen.findByText('Nothing was counted on Sun, Nov 15, 2026.');
  await user.click(screen.getByRole('link', { name: 'Show the last day with counts: Sun, Nov 8, 2026' }));
  expect(path()).toBe('/app/reports?event=e1&from=2026-11-08&to=2026-11-08');
});

test('a report that failed to load leaves the steps of the calendar', async () => {
  stubApi({ ...api(closedReport), [`GET ${NEWEST}&from=2026-11-15&to=2026-11-15`]: refusal(500, 'Out of order') });
  const { user } = renderApp('/app/reports?event=e1&from=2026-11-15&to=2026-11-15');
  await user.click(await screen.findByRole('button', { name: 'Earlier days: Nov 14, 2026' }));
  expect(path()).toBe('/app/reports?event=e1&from=2026-11-14&to=2026-11-14');
});

test('a report of days without counts says so, and a report that failed to load can be requested again', async () => {
  let broken = true;
  stubApi({
    ...api(emptyReport),
    [`GET ${NEWEST}`]: () => (broken ? refusal(500, 'Out of order') : [200, emptyReport]),
  });
  const { user } = renderApp('/app/reports?event=e1');
  expect((await screen.findByRole('alert')).textContent).toBe('Out of order');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing was counted on Fri, Nov 20, 2026.');
});

test('an access-code user has no reports', async () => {
  const calls = stubApi({ ...ACCOUNT_API, 'GET /api/auth/verify': [200, { success: true, user: DOOR }] });
  renderApp('/app/reports?event=e1');
  await waitFor(() => expect(path()).toBe('/user'));
  expect(calls.some(({ path: called }) => called.includes('/report'))).toBe(false);
});

test('the screen lists the stored reports with their revisions and marks the one that it shows', async () => {
  const [friday] = closedReport.days;
  const day = { day: '2026-11-20', startsAt: '2026-11-20T05:00:00.000Z', endsAt: '2026-11-21T05:00:00.000Z' };
  const reports = [
    { ...day, revision: 2, closedAt: '2026-11-21T07:15:00.000Z' },
    { ...day, revision: 1, closedAt: '2026-11-21T05:01:00.000Z' },
  ];
  stubApi({
    ...api(closedReport),
    'GET /api/events/e1/reports?limit=10': [200, { reports }],
    'GET /api/events/e1/reports?limit=1&after=2026-11-21': [200, { reports }],
    [`GET ${NEWEST}&from=2026-11-20&to=2026-11-20&revision=1`]: [
      200,
      { ...closedReport, days: [{ ...friday, revision: 1 }], to: day.day },
    ],
  });
  const { user } = renderApp(WEEKEND);
  const list = within(await screen.findByRole('region', { name: 'Daily reports' }));
  await list.findByRole('link', { name: 'Fri, Nov 20, 2026' });
  await user.click(list.getByRole('link', { name: 'Fri, Nov 20, 2026: Revision 1, made Nov 21 06:01' }));
  await waitFor(() => expect(path()).toContain('revision=1'));
  expect((await screen.findByRole('complementary')).textContent).toContain('This is revision 1 of Fri, Nov 20, 2026');
});
