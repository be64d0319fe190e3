import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { reportEvery } from '../../../../web/src/features/reports/reports-api';
import { ACCOUNT_API } from '../../support/account';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { closedReport, emptyReport, runningReport } from '../../support/report';
import { refusal, stubApi } from '../../support/stub-api';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

beforeAll(() =>
  Promise.all([
    import('../../../../web/src/app/reports/reports-screen'),
    import('../../../../web/src/app/reports/printed-report-screen'),
  ]),
);
beforeEach(() => {
  stubSockets();
});

/** 23:11 in Berlin, which is where no reader of these tests is. */
const OUTDATED = 'The report could not be brought up to date. These are the figures of Nov 21 23:11.';
/** As somebody comes back to the tab. */
const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

function openLive(path: string, report: Report) {
  let broken = false;
  stubApi({
    ...ACCOUNT_API,
    'GET /api/events/e1/reports': [200, { reports: [] }],
    'GET /api/events/e1/report?interval=15': () => (broken ? refusal(500, 'Out of order') : [200, report]),
  });
  const { user } = renderApp(path);
  return { user, breakDown: () => (broken = true), mend: () => (broken = false) };
}

test('figures that cannot be brought up to date stay, say of when they are by the venue’s clock, and are not live', async () => {
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).not.toBe(runningReport.timeZone);
  const { user, breakDown, mend } = openLive('/app/reports?event=e1', runningReport);
  await screen.findByText('Inside now');
  screen.getByText('Live');
  breakDown();
  comeBack();
  expect((await screen.findByRole('alert')).textContent).toBe(OUTDATED);
  expect(screen.queryByText('Live')).toBeNull();
  expect(screen.queryByText('Inside now')).toBeNull();
  expect(screen.getByText('Inside at 23:11').nextSibling?.textContent).toBe(String(runningReport.venue.closing));
  mend();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  screen.getByText('Live');
});

test('so does what is about to be printed', async () => {
  const { breakDown } = openLive('/app/reports/print?event=e1', runningReport);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('alert')).toBeNull();
  breakDown();
  comeBack();
  expect((await screen.findByRole('alert')).textContent).toBe(OUTDATED);
});

const sized = (ledgerRows: number, intervals: number): Report => ({
  ...runningReport,
  quality: { ...runningReport.quality, ledgerRows },
  intervalStarts: Array<string>(intervals).fill(runningReport.generatedAt),
});

test.each([
  ['a small one', sized(20_000, 50_000), 15_000],
  ['one of many taps', sized(20_001, 96), 60_000],
  // Of the venue and three areas.
  ['one of many intervals', sized(0, 50_001), 60_000],
  ['one on which nothing was counted yet', emptyReport, 15_000],
  ['one that is closed', closedReport, false],
])('%s is asked for anew as often as it can be afforded', (_what, report, every) => {
  expect(reportEvery(report)).toBe(every);
});
