import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { OwnData } from '../../../web/src/features/account/settings/own-data';
import { ReportDownloads } from '../../../web/src/features/reports/downloads/report-downloads';
import { readReportPlace, type ReportPlace } from '../../../web/src/features/reports/report-place';
import { isBusy } from '../support/is-busy';
import { closedReport } from '../support/report';

/** The files that the page has saved: jsdom supports neither blob addresses nor downloads. */
let saved: [name: string, size: number][] = [];

beforeEach(() => {
  saved = [];
  let size = 0;
  const createObjectURL = (file: Blob): string => {
    ({ size } = file);
    return 'blob:file';
  };
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push([this.download, size]);
  });
  vi.spyOn(console, 'warn').mockReturnValue();
});

/** A server that streams what the test gives it and records its requests. */
function streamingServer(headers: Record<string, string> = { 'content-type': 'text/csv' }) {
  const asked: string[] = [];
  let answer: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    asked.push(path);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        answer = controller;
        signal?.addEventListener('abort', () => {
          isCancelled = true;
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers });
  });
  return {
    asked,
    send: (part: string) => answer?.enqueue(new TextEncoder().encode(part)),
    end: () => answer?.close(),
    breakOff: () => answer?.error(new TypeError('network error')),
    isCancelled: () => isCancelled,
  };
}

const refuse = (error: string, status: number) =>
  vi.stubGlobal('fetch', async () => Response.json({ error, code: 'forbidden' }, { status }));

const PLACE = readReportPlace(new URLSearchParams('event=e1'), '');
const show = (place: Partial<ReportPlace> = {}, report = closedReport) =>
  render(
    <MemoryRouter>
      <ReportDownloads report={report} place={{ ...PLACE, ...place }} isLoading={false} />
    </MemoryRouter>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const printed = () => screen.getByRole('link', { name: 'Print or save as PDF' }).getAttribute('href');

test('single taps download as a stream with progress, under a name that describes them', async () => {
  const server = streamingServer();
  show();
  await press('All taps (CSV)');
  expect(server.asked).toEqual(['/api/events/e1/report/ledger?from=2026-11-20&to=2026-11-21']);
  // The stream has 412 rows and a head.
  server.send('row\r\n'.repeat(200));
  server.send('row\r\n'.repeat(7));
  await screen.findByText('All taps (CSV): 50%');
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 207 / 413);
  expect(screen.getByRole('button', { name: 'Excel workbook' }).getAttribute('aria-disabled')).toBe('true');
  server.send('row\r\n'.repeat(206));
  server.end();
  const name = 'Warehouse Friday 2026-11-20 to 2026-11-21 taps.csv';
  expect((await screen.findByRole('status')).textContent).toBe(`${name} is saved.`);
  expect(saved).toEqual([[name, 413 * 5]]);
});

test('a canceled download stops and leaves no file', async () => {
  const server = streamingServer();
  show();
  await press('Intervals (CSV)');
  expect(server.asked).toEqual(['/api/events/e1/report?from=2026-11-20&to=2026-11-21&interval=15&format=csv']);
  server.send('row\r\n');
  await press('Cancel download');
  expect(server.isCancelled()).toBe(true);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  refuse('This is not allowed.', 403);
  await press('Intervals (CSV)');
  expect((await screen.findByRole('alert')).textContent).toBe('This is not allowed.');
  expect(saved).toEqual([]);
  const next = streamingServer();
  await press('Intervals (CSV)');
  next.end();
  await screen.findByRole('status');
  expect(saved).toHaveLength(1);
});

test('a screen with an older revision downloads and prints that revision under its own name', async () => {
  const server = streamingServer();
  const friday = { from: '2026-11-20', to: '2026-11-20' };
  show({ ...friday, revision: 1 }, { ...closedReport, ...friday });
  screen.getByText('Single taps have no revisions: their file holds all that are known today.');
  expect(printed()).toBe('/app/reports/print?event=e1&from=2026-11-20&to=2026-11-20&revision=1');
  await press('Intervals (CSV)');
  expect(server.asked[0]).toMatch(/&revision=1$/);
  server.end();
  await screen.findByText('Warehouse Friday 2026-11-20 revision 1 intervals.csv is saved.');
  await press('All taps (CSV)');
  server.end();
  await screen.findByText('Warehouse Friday 2026-11-20 taps.csv is saved.');
});

test('the account’s data downloads as a stream, one at a time; an interrupted stream leaves no file, and a refusal says why', async () => {
  const NAME = 'Headroom account 2026-11-22.json';
  const attachment = `attachment; filename*=UTF-8''${encodeURIComponent(NAME)}`;
  const serve = () => streamingServer({ 'content-type': 'application/json', 'content-disposition': attachment });
  render(<OwnData />);
  const button = () => screen.getByRole('button', { name: /^Download/ });
  const said = async () => (await screen.findByRole('alert')).textContent;
  const broken = serve();
  await userEvent.click(button());
  broken.send('{"account":');
  broken.breakOff();
  expect(await said()).toBe('Your data could not be downloaded. Please try again.');
  refuse('Too much.', 429);
  await userEvent.click(button());
  await waitFor(async () => expect(await said()).toBe('Too much.'));
  expect(saved).toEqual([]);
  const server = serve();
  await userEvent.click(button());
  expect(isBusy(button())).toBe(true);
  await userEvent.click(button());
  expect(server.asked).toEqual(['/api/users/export']);
  server.send('{"account":');
  server.send('{}}');
  server.end();
  expect((await screen.findByRole('status')).textContent).toBe(`Downloaded as “${NAME}”.`);
  expect(saved).toEqual([[NAME, 14]]);
});
