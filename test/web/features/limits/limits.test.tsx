import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { workbookOrder } from '../../../../web/src/features/reports/downloads/sheets';
import { LimitPeriodsSection, LimitsSection } from '../../../../web/src/features/reports/limits/limits-section';
import { PaperReport } from '../../../../web/src/features/reports/paper/paper-report';
import { journalSentence } from '../../../../web/src/features/reports/journal/journal-sentence';
import { EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { BAR, choose, dialogsClosed, openAdmin, openSection, press } from '../../support/dashboard';
import { closedReport } from '../../support/report';
import { refusal } from '../../support/stub-api';

const FIRE = { kind: 'fire', capacity: 80, condition: 'Certificate 7: at most 80 persons' } as const;
const LICENSE = { kind: 'license', capacity: 90, condition: 'Condition 12' } as const;
const SUMMARY = /^Limits from license and fire safety/;
const AREA_MENU = 'Options for Main Stage';

type User = ReturnType<typeof openAdmin>['user'];
type Dialog = Awaited<ReturnType<typeof choose>>;

async function openLimits(user: User, dialog: Dialog) {
  await user.click(dialog.getByText(SUMMARY));
  return dialog.findByLabelText('Fire safety: people at most');
}
const fill = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

test('an area gets a limit in its capacity dialog, which says which number counts', async () => {
  const { user, made } = openAdmin({ 'PATCH /api/areas/a1': [200, {}] });
  const dialog = await choose(user, 'Change Capacity', AREA_MENU);
  await openLimits(user, dialog);
  const assistant = dialog.getByRole('link', { name: 'Open the capacity assistant' });
  expect(assistant.getAttribute('href')).toBe('/app/capacity?event=e1');
  fill(dialog, 'Fire safety: people at most', '80');
  await press(user, 'Save');
  await dialog.findByText('Fire safety limit needs the wording and number of its condition.');
  fill(dialog, 'Fire safety: condition (number and wording)', FIRE.condition);
  dialog.getByText('The lowest number counts: 80');
  expect(dialog.queryByRole('alert'), 'editing clears the error').toBeNull();
  await press(user, 'Save');
  await dialogsClosed();
  expect(made('PATCH')).toEqual([{ capacity: 100, limits: [FIRE] }]);
});

test('the dialog shows the own number beside the limits, removes them all, and shows the server’s refusal', async () => {
  const limited = area({ capacity: 80, ownCapacity: 120, limits: [LICENSE, FIRE] });
  const { user, made } = openAdmin({
    'GET /api/events/e1/areas': [200, { areas: [limited, BAR] }],
    'PATCH /api/areas/a1': refusal(400, 'Limits need at most one from the license and one from fire safety.', 'x'),
  });
  const dialog = await choose(user, 'Change Capacity', AREA_MENU);
  expect(dialog.getByLabelText<HTMLInputElement>('Capacity').value).toBe('120');
  dialog.getByText('Limits from license and fire safety: 90 · 80');
  dialog.getByText('The lowest number counts: 80');
  await openLimits(user, dialog);
  for (const kind of ['License', 'Fire safety']) {
    fill(dialog, `${kind}: people at most`, '');
    fill(dialog, `${kind}: condition (number and wording)`, '');
  }
  await press(user, 'Save');
  await dialog.findByText('Limits need at most one from the license and one from fire safety.');
  expect(made('PATCH')).toEqual([{ capacity: 120, limits: [] }]);
});

test('limits of the venue lower the number of guests, and stay when something else changes', async () => {
  const venue = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [90] };
  const limited = { ...venue, capacity: 80, ownCapacity: 500, limits: [FIRE] };
  const { user, made, section, save } = await openSection('Capacity', {
    'GET /api/events': [200, [{ ...EVENT, venue: limited }]],
    'PUT /api/events/e1/venue': [200, { ...EVENT, venue: limited }],
  });
  expect(section.getByLabelText<HTMLInputElement>('Venue limit').value).toBe('500');
  section.getByText('60');
  await user.click(section.getByText('License, fire safety, assistant: 80'));
  await section.findByText(/A limit of the venue includes staff\.$/);
  fill(section, 'Fire safety: people at most', '70');
  section.getByText('50');
  await save();
  expect(made('PUT')).toEqual([{ ...venue, limits: [{ ...FIRE, capacity: 70 }] }]);
});

test('a new area is created with its limits', async () => {
  const { user, made } = openAdmin({ 'POST /api/events/e1/areas': [201, {}] });
  await press(user, '+ Add New Area');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Area' }));
  await openLimits(user, dialog);
  fill(dialog, 'Area Name', 'Terrace');
  fill(dialog, 'Capacity', '100');
  fill(dialog, 'Fire safety: people at most', '80');
  fill(dialog, 'Fire safety: condition (number and wording)', FIRE.condition);
  await press(user, 'Create Area');
  await dialogsClosed();
  expect(made('POST', 'areas')).toEqual([{ areaName: 'Terrace', capacity: 100, limits: [FIRE] }]);
});

const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const NO_EXCESS = { peak: 0, peakAt: null, secondsAbove: 0 };
const version = { capacity: 350, staff: 20, counted: 330, condition: 'Condition 12: no more than 350', ...NO_EXCESS };
const REPORT: Report = {
  ...closedReport,
  venue: {
    ...closedReport.venue,
    limits: [
      {
        kind: 'license',
        history: [
          { ...version, at: at('05:00'), peak: 341, peakAt: at('20:05'), secondsAbove: 700 },
          { ...version, at: at('21:00'), staff: 30, counted: 320, peak: 321, peakAt: at('22:00'), secondsAbove: 54 },
        ],
        secondsAbove: 754,
        periods: [
          { from: at('20:00'), to: at('20:12'), seconds: 700, peak: 341, capacity: 330 },
          { from: at('22:00'), to: null, seconds: 54, peak: 321, capacity: 320 },
        ],
      },
      { kind: 'fire', history: [{ ...version, at: at('05:00') }], secondsAbove: 0, periods: [] },
    ],
  },
};
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('the report shows each limit in each of its versions, with its condition, the time above it and its periods', () => {
  const sections = (report: Report) =>
    render(
      <>
        <LimitsSection report={report} />
        <LimitPeriodsSection report={report} />
      </>,
    );
  sections(REPORT);
  expect(rowsOf('Limits from license and fire safety')).toEqual([
    'VenueLicenseNov 20 06:0035020330341Nov 20 21:0512\u{a0}minCondition 12: no more than 350',
    'VenueLicenseNov 20 22:0035030320321Nov 20 23:00under a minuteCondition 12: no more than 350',
    'VenueFire safety–350203300–NeverCondition 12: no more than 350',
  ]);
  expect(rowsOf('Periods above a limit')).toEqual([
    'VenueLicenseNov 20 21:00Nov 20 21:1212\u{a0}min341 of 330',
    'VenueLicenseNov 20 23:00Goes onunder a minute321 of 320',
  ]);
  cleanup();
  const { container } = sections(closedReport);
  expect(container.textContent).toBe('');
});

test('the paper and the workbook have the limits, and nothing about them without limits', () => {
  render(<PaperReport report={REPORT} />);
  expect(rowsOf('Limits from license and fire safety')[0]).toBe(
    'VenueLicenseNov 20 06:0035020330341Nov 20 21:0512\u{a0}minCondition 12: no more than 350',
  );
  const [first] = screen.getAllByRole('heading', { level: 2 });
  expect(first?.textContent, 'on the first page').toBe('Limits from license and fire safety');
  expect(rowsOf('Periods above a limit')[0]).toBe('VenueLicenseNov 20 21:00:00Nov 20 21:12:0012\u{a0}min34133011');
  const names = (report: Report) => workbookOrder(report).before.map(({ sheet }) => sheet);
  expect(names(REPORT).slice(-2)).toEqual(['Limits', 'Above limits']);
  cleanup();
  render(<PaperReport report={closedReport} />);
  expect(screen.queryByText('Limits from license and fire safety')).toBeNull();
  expect(names(closedReport).at(-1)).toBe('Over capacity');
});

test('the journal says in words how limits changed, and that a capacity plan was saved', () => {
  const entry = { at: at('20:00'), actor: 'admin', areaId: 'a1', areaName: 'Hall', note: null } as const;
  expect(journalSentence({ ...entry, kind: 'limits_changed', before: [], after: [LICENSE, FIRE] })).toBe(
    'Limits of Hall: License 90 (Condition 12), Fire safety 80 (Certificate 7: at most 80 persons). Before that: none.',
  );
  const settings = { capacity: 80, staffAllowance: 2, safetyMarginPercent: 0, alertThresholds: [], limits: [FIRE] };
  expect(journalSentence({ ...entry, kind: 'venue_changed', before: null, after: settings })).toContain(
    'alerts at no level, limits: Fire safety 80 (Certificate 7: at most 80 persons).',
  );
  expect(journalSentence({ ...entry, kind: 'capacity_planned', before: null, after: 420 })).toBe(
    'A capacity plan was saved: 420 people.',
  );
  expect(journalSentence({ ...entry, kind: 'capacity_planned', before: 420, after: null })).toBe(
    'A capacity plan without a number was saved.',
  );
});
