import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Report, ReportLimit, ReportSubject } from '../../../../src/shared/schemas/report';
import { dataLine, verdictOf } from '../../../../web/src/features/reports/face/verdict';
import { PaperReport } from '../../../../web/src/features/reports/paper/paper-report';
import { formatDuration } from '../../../../web/src/features/reports/report-words';
import { devicesTable, quietTimesTable } from '../../../../web/src/features/reports/tables/record-tables';
import type { Table } from '../../../../web/src/features/reports/tables/table';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { speak } from '../../../../web/src/texts/texts';
import { ACCOUNT_API } from '../../support/account';
import { renderApp } from '../../support/render-app';
import { closedReport, emptyReport, runningReport } from '../../support/report';
import { stubApi } from '../../support/stub-api';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/reports/reports-screen'));

const [lounge, hall, balcony] = closedReport.areas;
const [friday] = closedReport.days;
if (!lounge || !hall || !balcony || !friday) throw new Error('The sample has three areas and two days');

/** A number and its unit are glued together. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

const free = {
  capacity: null,
  capacities: [],
  overCapacity: [],
  minutesAbove: { above75: 0, above90: 0, above100: 0 },
};
const period = { from: '2026-11-20T20:00:00.000Z', to: '2026-11-20T22:11:00.000Z', peak: 122, capacity: 100 };
const over = (...seconds: number[]): Partial<ReportSubject> => ({
  capacity: 100,
  capacities: [{ at: '2026-11-20T05:00:00.000Z', capacity: 100 }],
  peak: 122,
  overCapacity: seconds.map((one) => ({ ...period, seconds: one })),
  minutesAbove: { above75: 300, above90: 200, above100: seconds.reduce((sum, one) => sum + one, 0) / 60 },
});
/** A report of one day with one area, whose venue has no capacity. */
const oneArea = (area: Partial<ReportSubject>, rest: Partial<Report> = {}): Report => ({
  ...closedReport,
  from: friday.day,
  to: friday.day,
  days: [friday],
  venue: { ...closedReport.venue, ...free },
  areas: [{ ...hall, ...free, ...area }],
  ...rest,
});
const peakAt = '2026-11-20T22:12:00.000Z';
const calm = { capacity: 100, capacities: over().capacities!, peak: 87, peakAt };

/** A limit in its versions: how many it allows, with how many staff, the most people counted, and the seconds above. */
const limit = (kind: ReportLimit['kind'], ...versions: [number, number, number, number][]): ReportLimit => ({
  kind,
  history: versions.map(([capacity, staff, peak, secondsAbove]) => ({
    at: friday.startsAt,
    capacity,
    staff,
    counted: Math.max(0, capacity - staff),
    condition: '',
    peak,
    peakAt,
    secondsAbove,
  })),
  secondsAbove: versions.reduce((sum, [, , , seconds]) => sum + seconds, 0),
  periods: [],
});

test.each<[string, Report]>([
  ['Over capacity: 4 periods, the longest 2 h 11 min, at most 122% of the capacity.', oneArea(over(60, 7_860, 30, 5))],
  ['Over capacity: 1 period of 14 min, at most 122% of the capacity.', oneArea(over(834))],
  // Twenty thousand periods are listed, the others are counted.
  [
    'Over capacity: 1,003 periods, the longest 14 min, at most 122% of the capacity.',
    oneArea(over(834), { overCapacityLeftOut: 1_002 }),
  ],
  // A day with very many periods is stored with its time, but without them.
  ['Over capacity for 1 h 30 min in all, at most 122% of the capacity.', oneArea({ ...over(5_400), overCapacity: [] })],
  ['No limit was exceeded. Never over capacity: at most 87% of it at 23:12.', oneArea(calm)],
  // The peak was before the first capacity was set.
  [
    'No limit was exceeded. Never over capacity.',
    oneArea({
      ...calm,
      capacities: [
        { at: '2026-11-20T05:00:00.000Z', capacity: null },
        { at: '2026-11-20T22:30:00.000Z', capacity: 100 },
      ],
    }),
  ],
  [
    'No limit was exceeded. Never over capacity: at most 99% of it at 23:12.',
    oneArea({ ...calm, capacity: 1000, peak: 999, capacities: [{ at: '2026-11-20T05:00:00.000Z', capacity: 1000 }] }),
  ],
  ['No limit was exceeded. Never over capacity.', oneArea({ ...calm, peak: 0, peakAt: null })],
  [
    'No limit was exceeded so far. Not over capacity so far: at most 87% of it at 23:12.',
    oneArea(calm, { days: [{ ...friday, revision: null }], generatedAt: friday.startsAt }),
  ],
  [
    'Over capacity: 1 period of 14 min, at most 122% of the capacity. There are too many people now.',
    oneArea({ ...over(834), overCapacity: [{ ...period, to: null, seconds: 834 }] }),
  ],
  [
    'No capacity was set, so none could be exceeded. At most 195 inside at 22:52.',
    oneArea({}, { venue: { ...closedReport.venue, ...free, peak: 195, peakAt: '2026-11-20T21:52:00.000Z' } }),
  ],
  // Several places could be over their capacity, so the sentence says which ones were, and which areas had none.
  ['Over capacity (東京 Lounge): 1 period of 2 h 45 min, at most 118% of the capacity.', closedReport],
  [
    'Over capacity (Venue, 東京 Lounge, Ελλάδα): 3 periods, the longest 15 min (東京 Lounge), at most 122% (Venue) of the capacity.',
    {
      ...closedReport,
      venue: { ...closedReport.venue, ...over(60) },
      areas: [{ ...lounge, ...over(900) }, { ...hall, ...over(61) }, balcony],
    },
  ],
  [
    'Over capacity (4 places): 4 periods, the longest 15 min (東京 Lounge), at most 122% (Venue) of the capacity.',
    {
      ...closedReport,
      venue: { ...closedReport.venue, ...over(60) },
      areas: [
        { ...lounge, ...over(900) },
        { ...hall, ...over(61) },
        { ...balcony, ...over(1) },
      ],
    },
  ],
  [
    'No limit was exceeded. Never over capacity: at most 90% of it at Nov 21 21:22 (Venue). Without a capacity: Balcony (deleted).',
    { ...closedReport, areas: [{ ...lounge, ...free, capacities: closedReport.venue.capacities }, hall, balcony] },
  ],
  // Each limit that was exceeded has a sentence instead of the place's capacity, and each that was held is named.
  [
    'License limit of 100 exceeded for 2 h 57 min: up to 122 people with 5 staff at 23:12, 22 too many. Held: Fire safety limit of 130.',
    oneArea({ ...over(834), limits: [limit('license', [100, 5, 117, 10_620]), limit('fire', [130, 0, 122, 0])] }),
  ],
  // A capacity of its own that was exceeded for longer has its sentence.
  [
    'License limit of 110 exceeded for 2 min: up to 122 people at 23:12, 12 too many. Over capacity: 1 period of 4 h, at most 122% of the capacity.',
    oneArea({ ...over(14_400), limits: [limit('license', [110, 0, 122, 120])] }),
  ],
  // A limit that changed is named with each of its numbers; other staff make no other number.
  [
    'License limit of 90 exceeded for 11 min: up to 95 people with 8 staff at 23:12, 5 too many. License limit of 80 exceeded for under a minute: up to 81 people at 23:12, 1 too many.',
    oneArea({ ...calm, ...free, limits: [limit('license', [90, 4, 88, 60], [90, 8, 87, 600], [80, 0, 81, 0])] }),
  ],
  [
    'No limit was exceeded. Held: License limit of 100. Never over capacity: at most 87% of it at 23:12.',
    oneArea({ ...calm, limits: [limit('license', [100, 5, 87, 0])] }),
  ],
  [
    'License limit of 9 (東京 Lounge) exceeded for 1 min: up to 10 people at Nov 20 23:12, 1 too many. License limit of 9 (Ελλάδα) exceeded for 1 min: up to 10 people at Nov 20 23:12, 1 too many. Fire safety limit of 9 (Ελλάδα) exceeded for 1 min: up to 10 people at Nov 20 23:12, 1 too many. 1 more limit was exceeded.',
    {
      ...closedReport,
      venue: { ...closedReport.venue, ...free },
      areas: [lounge, hall, balcony].map((area, i) => ({
        ...area,
        ...free,
        limits: [
          ...(i === 1 ? [limit('license', [9, 0, 10, 60]), limit('fire', [9, 0, 10, 60])] : []),
          ...(i === 1 ? [] : [limit('license', [9, 0, 10, 60])]),
        ],
      })),
    },
  ],
])('the verdict is “%s”', (text, report) => {
  expect(plain(verdictOf(report).sentences.join(' '))).toBe(text);
});

test('the line on the data names each finding, and says if there is none', () => {
  expect(dataLine(closedReport)).toEqual({
    isGood: false,
    text: 'Data: 42 taps over a minute late, 1 device without a tap for an hour or more, 3 people out beyond the people inside.',
  });
  const marked = closedReport.days.map((day) => ({ ...day, isCompacted: true }));
  expect(dataLine({ ...emptyReport, venue: { ...emptyReport.venue, floored: 1 }, days: marked }).text).toBe(
    'Data: 1 person out beyond the people inside, 2 days without single taps.',
  );
  expect(dataLine({ ...emptyReport, venue: { ...emptyReport.venue, floored: 0 } })).toEqual({
    isGood: true,
    text: 'Data: no late taps, no device without a tap for an hour, nobody out beyond the people inside.',
  });
});

test.each([
  [0, '0 min', '0 Min.'],
  [1, 'under a minute', 'unter einer Minute'],
  [59, 'under a minute', 'unter einer Minute'],
  [60, '1 min', '1 Min.'],
  [834, '14 min', '14 Min.'],
  [3_600, '1 h', '1 Std.'],
  [7_860, '2 h 11 min', '2 Std. 11 Min.'],
  [3_599, '1 h', '1 Std.'],
])('%i seconds read as %s, in German as %s', (seconds, english, inGerman) => {
  expect(plain(formatDuration(seconds))).toBe(english);
  speak(german);
  expect(plain(formatDuration(seconds))).toBe(inGerman);
});

test('the paper has the letterhead, the verdict before the figures, and room for signatures', () => {
  render(<PaperReport report={closedReport} />);
  const [paper] = document.querySelectorAll('.paper');
  expect(paper?.textContent).toMatch(/^Hafen Events GmbHAm Kai 12, 20457 HamburgOccupancy reportWarehouse Friday/);
  const verdict = document.querySelector('.paper-verdict');
  expect(plain(verdict?.textContent ?? '')).toBe(
    plain(verdictOf(closedReport).sentences.join('') + dataLine(closedReport).text),
  );
  expect(verdict?.nextElementSibling?.className).toBe('paper-figures');
  const signatures = within(screen.getByRole('region', { name: 'Signatures' }));
  for (const signer of ['For the organizer', 'Received by']) signatures.getByText(signer);
  for (const line of ['Name', 'Date', 'Signature']) expect(signatures.getAllByText(line)).toHaveLength(2);
  screen.getByText(/^Each tap carries its own time, to the second\./);
  cleanup();
  render(<PaperReport report={{ ...emptyReport, letterhead: { organizer: '', address: '' } }} />);
  expect(document.querySelector('.paper-letterhead')).toBeNull();
  expect(document.querySelector('.paper-verdict')).toBeNull();
});

test('a device without a name has the end of its id on screen, on paper and in files', () => {
  const devices = closedReport.devices.map((device) => ({
    ...device,
    deviceId: 'a-b_4f2a',
    deviceName: null,
    quietTimes: [{ from: period.from, to: period.to }],
  }));
  const named = <Row,>({ columns: [name], rows }: Table<Row>) => rows.map((row) => name?.value(row));
  expect(named(devicesTable({ ...closedReport, devices }))).toEqual(['Device 4F2A', 'Device 4F2A (organizer)']);
  expect(named(quietTimesTable({ ...closedReport, devices }))).toEqual(['Device 4F2A', 'Device 4F2A']);
});

test('a machine has its kind, door and direction, and says if its people count on arrival', () => {
  const [device] = closedReport.devices;
  if (device === undefined) throw new Error('The report has no device');
  const source = { kind: 'scanner', door: 'Gate', direction: 'in' } as const;
  const devices = [source, { ...source, countsOnArrival: true }].map((one) => ({
    ...device,
    deviceName: 'pretix',
    isAdmin: false,
    source: one,
  }));
  const { columns, rows } = devicesTable({ ...closedReport, devices });
  expect(rows.map((row) => columns[0]?.value(row))).toEqual([
    'pretix (ticket scanner, Gate, in)',
    'pretix (ticket scanner, Gate, in, counted on arrival)',
  ]);
});

const WEEKEND = '/app/reports?event=e1&from=2026-11-20&to=2026-11-21';
const api = (report: () => Report) => ({
  ...ACCOUNT_API,
  'GET /api/events/e1/reports?limit=10': [200, { reports: [] }] as const,
  'GET /api/events/e1/report?interval=15&from=2026-11-20&to=2026-11-21': () => [200, report()] as const,
});

test('the journal has everything in the order of time, and shows one kind of entry if asked by key', async () => {
  stubApi(api(() => closedReport));
  const { user } = renderApp(WEEKEND);
  const section = within(await screen.findByRole('region', { name: 'Journal' }));
  const shown = () =>
    within(section.getByRole('list', { name: 'Journal' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(shown()).toEqual([
    'Nov 20 17:50東京 Lounge was reset to 0. It had shown 4.Organizer',
    'Nov 20 19:30Ελλάδα recounted: 151 → 151. Reason: Counted by hand at the barDoor staff',
    'Nov 21 20:00Capacity of 東京 Lounge: 120, before that 100.Organizer',
    'Nov 21 20:30東京 Lounge reached 75% of its capacity.North door',
    'Nov 21 20:45Venue reached 90% of its capacity.Not acknowledged',
    'Nov 22 05:00Balcony was deleted.Organizer',
  ]);
  const choices = within(section.getByRole('radiogroup', { name: 'Show' })).getAllByRole('radio');
  expect(choices.map((choice) => choice.parentElement?.textContent)).toEqual([
    'All (6)',
    'Recounts and resets (2)',
    'Changes (2)',
    'Alerts (2)',
  ]);
  choices[0]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(shown().map((text) => text?.slice(0, 12))).toEqual(['Nov 20 17:50', 'Nov 20 19:30']);
  await user.click(section.getByRole('radio', { name: 'Alerts (2)' }));
  expect(shown().map((text) => text?.slice(0, 12))).toEqual(['Nov 21 20:30', 'Nov 21 20:45']);
});

test('a report without alerts about crowds says that alerts about machines are in the journal', async () => {
  const [first] = closedReport.journal;
  if (!first) throw new Error('The sample has a journal');
  const silent = {
    ...first,
    kind: 'source_silent',
    areaId: null,
    areaName: null,
    before: null,
    after: 'Gate',
    note: null,
  };
  stubApi(api(() => ({ ...closedReport, alerts: [], journal: [silent] })));
  renderApp(WEEKEND);
  const section = within(await screen.findByRole('region', { name: 'Alerts' }));
  const lines = section.getAllByText(/\.$/).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'No level was reached at which an alert is raised.',
    'Alerts about machines are in the journal.',
  ]);
});

test('entries about machines are one line of the journal, which opens them', async () => {
  const [first] = closedReport.journal;
  if (!first) throw new Error('The sample has a journal');
  const heard = {
    ...first,
    kind: 'source_heard',
    areaId: null,
    areaName: null,
    before: null,
    after: 'Gate',
    note: null,
  };
  const journal = [first, ...Array.from({ length: 5 }, () => heard)];
  stubApi(api(() => ({ ...closedReport, alerts: [], journal })));
  const { user } = renderApp(WEEKEND);
  const section = within(await screen.findByRole('region', { name: 'Journal' }));
  const lines = () => section.getAllByRole('listitem');
  expect(lines()).toHaveLength(1);
  section.getByRole('radio', { name: 'All (6)' });
  await user.click(section.getByRole('button', { name: 'Show 5 entries about machines' }));
  expect(lines()).toHaveLength(5);
  expect(document.activeElement).toBe(section.getByRole('radio', { name: 'Machines (5)' }));
});

test('links above the report lead to its sections in their order', async () => {
  stubApi(api(() => closedReport));
  const { user } = renderApp(WEEKEND);
  await screen.findByRole('region', { name: 'Journal' });
  const links = within(screen.getByRole('navigation', { name: 'Sections of the report' }));
  const shown = () => links.getAllByRole('link').map(({ textContent }) => textContent);
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(headings().filter((title) => shown().includes(title))).toEqual(shown()));
  expect(shown()).toEqual(expect.arrayContaining(['Alerts', 'Journal', 'Daily reports']));
  await user.click(links.getByRole('link', { name: 'Journal' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Journal' }));
});

test('alerts from before the days stand where they ended, or first', async () => {
  const [, open] = closedReport.alerts;
  if (!open) throw new Error('The sample has two alerts');
  const before = { ...open, raisedAt: null };
  const ended = { ...before, endedAt: '2026-11-20T20:00:00.000Z' };
  stubApi(api(() => ({ ...closedReport, journal: [], alerts: [ended, before] })));
  renderApp(WEEKEND);
  const list = await screen.findByRole('list', { name: 'Journal' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Nov 20 06:00Venue: the alert at 90% from before these days stayed open.Not acknowledged',
    'Nov 20 21:00Venue: the alert at 90% from before these days ended.Not acknowledged',
  ]);
});

test('the organizer enters the letterhead at the head of the report, which then shows it', async () => {
  let report = { ...runningReport, letterhead: { organizer: '', address: '' } };
  const calls = stubApi({
    ...api(() => report),
    'PUT /api/events/e1/letterhead': ({ body }) => {
      report = { ...report, letterhead: { organizer: 'Hafen Events GmbH', address: '' } };
      return [200, body];
    },
  });
  const { user } = renderApp(WEEKEND);
  await user.click(await screen.findByRole('button', { name: 'Add organizer and address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Organizer and Address' }));
  await user.type(dialog.getByLabelText('Organizer'), ' Hafen Events GmbH ');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Hafen Events GmbH');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ organizer: 'Hafen Events GmbH', address: '' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'Change organizer and address' });
});

test('a letterhead that cannot be used is refused before it is sent', async () => {
  const calls = stubApi(api(() => closedReport));
  const { user } = renderApp(WEEKEND);
  await user.click(await screen.findByRole('button', { name: 'Change organizer and address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Organizer and Address' }));
  expect(dialog.getByDisplayValue('Am Kai 12, 20457 Hamburg')).toBe(dialog.getByLabelText('Address of the venue'));
  await user.type(dialog.getByLabelText('Address of the venue'), '\u202e');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Address contains characters that cannot be used.');
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});
