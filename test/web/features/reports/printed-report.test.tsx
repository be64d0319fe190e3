import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { ACCOUNT_API } from '../../support/account';
import { path, renderApp } from '../../support/render-app';
import { closedReport } from '../../support/report';
import { stubApi } from '../../support/stub-api';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/reports/paper/printed-report-screen'));

const NEWEST = 'GET /api/events/e1/report?interval=15';
const NEWEST_REVISION = 'GET /api/events/e1/reports?limit=1&after=2026-11-21';
const API = { ...ACCOUNT_API, [NEWEST_REVISION]: [200, { reports: [] }] as const };

test('the paper of an older revision says that a newer one exists, and its file name has its own revision', async () => {
  const [day] = closedReport.days;
  const stored = (revision: number) => ({ ...day, revision, closedAt: '2026-11-21T05:01:00.000Z' });
  const friday = 'from=2026-11-20&to=2026-11-20&revision=1';
  stubApi({
    ...API,
    [NEWEST_REVISION]: [200, { reports: [stored(2), stored(1)] }],
    [`${NEWEST}&${friday}`]: [200, { ...closedReport, from: '2026-11-20', to: '2026-11-20', days: [stored(1)] }],
  });
  renderApp(`/app/reports/print?event=e1&${friday}`);
  await screen.findByText('Revision 1, closed Nov 21, 2026 06:01. What arrived later is in revision 2.');
  expect(document.title).toBe('Warehouse Friday 2026-11-20 revision 1 report');
});

test('the screen does not print a report that is not loaded yet', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const later = Promise.withResolvers<readonly [number, unknown]>();
  stubApi({
    ...API,
    [NEWEST]: [200, closedReport],
    'GET /api/events/e1/report?interval=60': () => later.promise,
  });
  const { user } = renderApp('/app/reports/print?event=e1');
  await screen.findByRole('combobox', { name: 'Interval' });
  // The second choice is made before the first one renders; both are kept.
  act(() => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Paper' }), { target: { value: 'letter' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Interval' }), { target: { value: '60' } });
  });
  expect(Object.fromEntries(new URLSearchParams(path()?.split('?')[1]))).toEqual({
    event: 'e1',
    paper: 'letter',
    interval: '60',
  });
  const button = screen.getByRole('button', { name: 'Print or save as PDF' });
  await user.click(button);
  expect(print).not.toHaveBeenCalled();
  later.resolve([200, { ...closedReport, eventName: 'Warehouse Saturday' }]);
  await screen.findByRole('heading', { name: 'Warehouse Saturday' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await user.click(button);
  expect(print).toHaveBeenCalledOnce();
});

test('the intervals are printed on request', async () => {
  stubApi({ ...API, [NEWEST]: [200, closedReport] });
  const { user } = renderApp('/app/reports/print?event=e1');
  const tick = await screen.findByRole('checkbox', { name: 'With intervals' });
  screen.getByText(/^Summary, without the tables of intervals/);
  expect(screen.queryByRole('heading', { name: 'Intervals' })).toBeNull();
  await user.click(tick);
  await screen.findByRole('heading', { name: 'Intervals' });
  expect(path()).toBe('/app/reports/print?event=e1&with=intervals');
  expect(screen.queryByText(/^Summary, without the tables/)).toBeNull();
});
