import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { ReportDownloads } from '../../../web/src/features/report-downloads/report-downloads';
import { readReportPlace, type ReportPlace } from '../../../web/src/features/reports/report-place';
import { catchDownloads, type SavedFile, streamingServer } from '../support/downloads';
import { closedReport } from '../support/report';

let saved: readonly SavedFile[] = [];

beforeEach(() => {
  saved = catchDownloads();
});

const PLACE = readReportPlace(new URLSearchParams('event=e1'), '');
const show = (place: Partial<ReportPlace> = {}, report = closedReport) =>
  render(
    <MemoryRouter>
      <ReportDownloads report={report} place={{ ...PLACE, ...place }} />
    </MemoryRouter>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const progress = () => screen.getByRole('progressbar');

test('single taps come as a stream that shows how far it is, under a name that tells what they are', async () => {
  const server = streamingServer();
  show();
  await press('Single taps (CSV)');
  expect(server.asked).toEqual(['/api/events/e1/report/ledger?from=2026-11-20&to=2026-11-21']);
  expect(progress()).not.toHaveProperty('value', 0.5);

  // Of 412 rows and a head.
  server.send('row\r\n'.repeat(200));
  server.send('row\r\n'.repeat(7));
  await waitFor(() => expect(screen.getByText('Single taps (CSV): 50%')).toBeDefined());
  expect(progress()).toHaveProperty('value', 207 / 413);
  expect(screen.getByRole('button', { name: 'Excel workbook' }).getAttribute('aria-disabled')).toBe('true');

  server.send('row\r\n'.repeat(206));
  server.end();
  const name = 'Warehouse Friday 2026-11-20 to 2026-11-21 taps.csv';
  expect((await screen.findByRole('status')).textContent).toBe(`${name} is saved.`);
  expect(saved.map((it) => [it.name, it.file.size])).toEqual([[name, 413 * 5]]);
});

test('whoever cancels a download stops it, and gets no file', async () => {
  const server = streamingServer();
  show();
  await press('Intervals (CSV)');
  expect(server.asked).toEqual(['/api/events/e1/report?from=2026-11-20&to=2026-11-21&interval=15&format=csv']);
  server.send('row\r\n');
  await press('Cancel download');
  expect(server.isCancelled()).toBe(true);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Intervals (CSV)' }));
  expect(saved).toEqual([]);
});

test('a refused download says why, and can be tried again', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'This is not allowed.', code: 'forbidden' }, { status: 403 }),
  );
  show();
  await press('Intervals (CSV)');
  expect((await screen.findByRole('alert')).textContent).toBe('This is not allowed.');
  expect(saved).toEqual([]);

  const server = streamingServer();
  await press('Intervals (CSV)');
  server.end();
  expect(await screen.findByRole('status')).toBeDefined();
});

const printed = () => screen.getByRole('link', { name: 'Print or save as PDF' }).getAttribute('href');

test('an older revision is what is downloaded and printed where it is shown, under its own name', async () => {
  const server = streamingServer();
  const friday = { from: '2026-11-20', to: '2026-11-20' };
  show({ ...friday, revision: 1 }, { ...closedReport, ...friday });
  screen.getByText('Single taps have no revisions: their file holds all that are known today.');
  expect(printed()).toBe('/app/reports/print?event=e1&from=2026-11-20&to=2026-11-20&revision=1');
  await press('Intervals (CSV)');
  expect(server.asked[0]).toMatch(/&revision=1$/);
  server.end();
  await screen.findByText('Warehouse Friday 2026-11-20 revision 1 intervals.csv is saved.');
  await press('Single taps (CSV)');
  server.end();
  await screen.findByText('Warehouse Friday 2026-11-20 taps.csv is saved.');
});

test('the newest day is printed as the newest day, so that the way back leads to it, and to the area', () => {
  show({ areaId: 'a1', interval: 60 });
  expect(printed()).toBe('/app/reports/print?event=e1&interval=60&area=a1');
  expect(screen.queryByText(/^Single taps have no revisions/)).toBeNull();
});
