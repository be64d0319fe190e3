import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isMisread, readReportPlace } from '../../../../web/src/features/reports/report-place';
import { ACCOUNT_API } from '../../support/account';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { closedReport } from '../../support/report';
import { stubApi } from '../../support/stub-api';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

beforeAll(() => import('../../../../web/src/app/reports/reports-screen'));
beforeEach(() => {
  stubSockets();
});

const MISREAD = 'The days in this address are not days that a report can cover. This is the newest one.';
const NEWEST = { 'GET /api/events/e1/report?interval=15': [200, closedReport] as const };
const REPORTS = { ...ACCOUNT_API, 'GET /api/events/e1/reports': [200, { reports: [] }] as const };

test.each([
  ['a month that there is not', 'from=2026-13-45&to=2026-13-45'],
  ['a day that there is not', 'from=2026-02-30&to=2026-03-01'],
  ['a year that there is not', 'from=0000-01-01&to=0000-01-01'],
  ['days the wrong way round', 'from=2026-11-21&to=2026-11-20'],
  ['the first day alone', 'from=2026-11-20'],
  ['the last day alone', 'to=2026-11-20'],
  ['more days than a report covers', 'from=2026-10-01&to=2026-11-01'],
])('%s is no address of a report', (_what, query) => {
  const search = new URLSearchParams(`event=e1&revision=2&${query}`);
  expect(isMisread(search)).toBe(true);
  expect(readReportPlace(search, '')).toMatchObject({ eventId: 'e1', from: null, to: null, revision: null });
});

test.each(['', 'from=2026-10-02&to=2026-11-01', 'from=2024-02-29&to=2024-02-29'])('“%s” is one', (query) => {
  expect(isMisread(new URLSearchParams(query))).toBe(false);
});

test.each(['/app/reports', '/app/reports/print'])('%s says that an address was not understood', async (screenPath) => {
  await import('../../../../web/src/app/reports/printed-report-screen');
  stubApi({ ...REPORTS, ...NEWEST });
  renderApp(`${screenPath}?event=e1&from=2026-13-45&to=2026-13-46`);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(MISREAD));
});

test('from there other days can be asked for', async () => {
  stubApi({ ...REPORTS, ...NEWEST });
  const { user } = renderApp('/app/reports?event=e1&from=2026-13-45&to=2026-13-46');
  await screen.findByText('Most people at once');
  await user.click(screen.getByRole('button', { name: 'Earlier days' }));
  expect(screen.getByTestId('path').textContent).toBe('/app/reports?event=e1&from=2026-11-18&to=2026-11-19');
  expect(screen.queryByText(MISREAD)).toBeNull();
});

test('who asks for other days by keys keeps his place, and what he typed stays until he asks', async () => {
  stubApi({
    ...REPORTS,
    ...NEWEST,
    'GET /api/events/e1/report?interval=60': [200, { ...closedReport, to: '2026-11-22' }],
    'GET /api/events/e1/report?interval=15&from=2026-11-20&to=2026-11-20': [200, closedReport],
  });
  const { user } = renderApp('/app/reports?event=e1');
  await screen.findByText('Most people at once');
  const to = screen.getByLabelText<HTMLInputElement>('To');
  await user.clear(to);
  await user.type(to, '2026-11-20');
  // As when the newest day becomes another one: other figures below the same address' days.
  await user.click(screen.getByLabelText('60 min'));
  await waitFor(() => expect(screen.getByText('Most people at once').closest('[aria-busy="false"]')).toBeTruthy());
  expect(to.value).toBe('2026-11-20');
  await user.click(screen.getByLabelText('15 min'));
  const show = screen.getByRole('button', { name: 'Show' });
  show.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByTestId('path').textContent).toContain('from=2026-11-20&to=2026-11-20'));
  expect(document.activeElement).toBe(show);
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-20');
  await user.click(screen.getByRole('button', { name: 'Earlier days' }));
  expect([screen.getByLabelText<HTMLInputElement>('From').value, to.value]).toEqual(['2026-11-19', '2026-11-19']);
});

test('a choice made before the one before it is shown keeps both', async () => {
  stubApi({ ...REPORTS, ...NEWEST });
  renderApp('/app/reports?event=e1');
  await screen.findByText('Most people at once');
  act(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Earlier days' }));
    fireEvent.click(screen.getByLabelText('60 min'));
  });
  expect(screen.getByTestId('path').textContent).toBe(
    '/app/reports?event=e1&from=2026-11-18&to=2026-11-19&interval=60',
  );
});
