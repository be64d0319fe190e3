import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { isMisread, readReportPlace, writeReportPlace } from '../../../../web/src/features/reports/report-place';
import { reportEvery } from '../../../../web/src/features/reports/report-every';
import { ACCOUNT_API } from '../../support/account';
import { renderApp } from '../../support/render-app';
import { closedReport, runningReport } from '../../support/report';
import { refusal, stubApi } from '../../support/stub-api';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

beforeAll(() =>
  Promise.all([
    import('../../../../web/src/features/reports/reports-screen'),
    import('../../../../web/src/features/reports/paper/printed-report-screen'),
  ]),
);

const MISREAD = 'The days in this address are not days that a report can cover. This is the newest one.';
const NEWEST = 'GET /api/events/e1/report?interval=15';
const API = {
  ...ACCOUNT_API,
  'GET /api/events/e1/reports?limit=10': [200, { reports: [] }] as const,
  [NEWEST]: [200, closedReport] as const,
};

test.each([
  ['a day that does not exist', 'from=2026-02-30&to=2026-03-01'],
  ['days in the wrong order', 'from=2026-11-21&to=2026-11-20'],
  ['only a first day', 'from=2026-11-20'],
  ['more days than a report covers', 'from=2025-11-01&to=2026-11-02'],
])('an address with %s is not a report’s address', (_what, query) => {
  const search = new URLSearchParams(`event=e1&revision=2&${query}`);
  expect(isMisread(search)).toBe(true);
  expect(readReportPlace(search, '')).toMatchObject({ eventId: 'e1', from: null, to: null, revision: null });
});

test.each(['', 'from=2025-11-01&to=2026-11-01', 'from=2024-02-29&to=2024-02-29'])(
  'the query “%s” is a report’s address',
  (query) => {
    expect(isMisread(new URLSearchParams(query))).toBe(false);
  },
);

test.each([
  ['from=2026-10-02&to=2026-11-01', 15],
  ['from=2026-10-02&to=2026-11-01&interval=day', 'day'],
  // One day more: the only interval is a day, whatever the address says.
  ['from=2026-10-01&to=2026-11-01', 'day'],
  ['from=2026-10-01&to=2026-11-01&interval=60', 'day'],
])('the interval of the report “%s” is %s', (query, interval) => {
  const place = readReportPlace(new URLSearchParams(query), 'e1');
  expect(place.interval).toBe(interval);
  expect(readReportPlace(new URLSearchParams(writeReportPlace(place)), '')).toEqual(place);
});

test('screen and paper say that an address was not understood and offer other days', async () => {
  stubApi({ ...API, [NEWEST]: [200, { ...closedReport, earlierDay: '2026-11-19' }] });
  renderApp('/app/reports/print?event=e1&from=2026-13-45&to=2026-13-46');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(MISREAD));
  const { user } = renderApp('/app/reports?event=e1&from=2026-13-45&to=2026-13-46');
  await waitFor(() => expect(screen.getAllByText(MISREAD)).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: /^Earlier days: Nov 18.*19, 2026$/ }));
  await waitFor(() => expect(screen.getAllByText(MISREAD)).toHaveLength(1));
  expect(screen.getAllByTestId('path').at(-1)?.textContent).toBe('/app/reports?event=e1&from=2026-11-18&to=2026-11-19');
});

/** 23:11 in Berlin, the venue's time zone. Tests run in another one (test/vitest.config.ts). */
const OUTDATED = 'The report could not be brought up to date. These are the figures of Nov 21 23:11.';

/** Opens a running report whose update then fails when the person returns to the tab. */
async function openAndBreak(address: string) {
  let answer: ReturnType<typeof refusal> = [200, runningReport];
  stubApi({ ...API, [NEWEST]: () => answer });
  const { user } = renderApp(address);
  await screen.findByRole('heading', { name: /Warehouse Friday/, level: 1 });
  expect(screen.queryByRole('alert')).toBeNull();
  return {
    user,
    breakDown: async () => {
      answer = refusal(500, 'Out of order');
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      expect((await screen.findByRole('alert')).textContent).toBe(OUTDATED);
    },
    mend: () => (answer = [200, runningReport]),
  };
}

test('figures that cannot be updated stay, show their time by the venue’s clock, and are not live', async () => {
  const { user, breakDown, mend } = await openAndBreak('/app/reports?event=e1');
  await screen.findByText('Inside now');
  screen.getByText('Live');
  await breakDown();
  expect(screen.queryByText('Live')).toBeNull();
  expect(screen.queryByText('Inside now')).toBeNull();
  expect(screen.getByText('Inside at 23:11').nextSibling?.textContent).toBe(String(runningReport.venue.closing));
  mend();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  screen.getByText('Live');
});

test('a report that is about to be printed says that it could not be updated', async () => {
  const { breakDown } = await openAndBreak('/app/reports/print?event=e1');
  await breakDown();
  expect(screen.getByRole('heading', { name: 'Warehouse Friday', level: 1 })).toBeTruthy();
});

test('a running report is requested again as often as its cost allows, and a closed one is not', () => {
  const { quality } = runningReport;
  const ofManyTaps = { ...runningReport, quality: { ...quality, ledgerRows: 20_001 } };
  expect([runningReport, ofManyTaps, closedReport].map(reportEvery)).toEqual([15_000, 60_000, false]);
});
