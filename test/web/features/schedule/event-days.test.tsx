import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Schedule } from '../../../../src/shared/schemas/schedule';
import { ScheduleDialog } from '../../../../web/src/features/schedule/schedule-dialog';
import { ReportControls, type ReportControlsProps } from '../../../../web/src/features/reports/report-controls';
import { readReportPlace } from '../../../../web/src/features/reports/report-place';
import { EVENT } from '../../support/account';
import { stubApi } from '../../support/stub-api';

const OPEN_END: Schedule = { timeZone: 'Europe/Berlin', reportTime: '06:00', startDate: null, endDate: null };

function renderControls(schedule: Schedule, query = 'event=e1') {
  const calls = stubApi({ 'GET /api/events/e1/schedule': [200, schedule] });
  const onGo = vi.fn<ReportControlsProps['onGo']>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ReportControls
        place={readReportPlace(new URLSearchParams(query), '')}
        shown={{ from: '2026-11-20', to: '2026-11-20' }}
        today="2026-11-24"
        onGo={onGo}
      />
    </QueryClientProvider>,
  );
  const known = () => waitFor(() => expect(client.getQueryData(['event-days', 'e1'])).toEqual(schedule));
  return { user: userEvent.setup(), onGo, calls, known };
}

test('the days of an event that takes place on certain ones are a press away', async () => {
  const { user, onGo } = renderControls({ ...OPEN_END, startDate: '2026-11-20', endDate: '2026-11-22' });
  const preset = await screen.findByRole('button', { name: 'All event days' });
  expect(preset.getAttribute('aria-pressed')).toBe('false');
  await user.click(preset);
  expect(onGo).toHaveBeenCalledWith({ from: '2026-11-20', to: '2026-11-22', revision: null, interval: 30 });
});

test('they are marked while they are shown', async () => {
  const days = { ...OPEN_END, startDate: '2026-11-20', endDate: '2026-11-22' };
  renderControls(days, 'event=e1&from=2026-11-20&to=2026-11-22');
  const preset = await screen.findByRole('button', { name: 'All event days' });
  expect(preset.getAttribute('aria-pressed')).toBe('true');
});

test.each([
  ['simply goes on', OPEN_END],
  ['has more days than a report covers', { ...OPEN_END, startDate: '2026-10-01', endDate: '2026-11-01' }],
])('an event that %s has no such button', async (_what, schedule) => {
  const { known } = renderControls(schedule);
  await known();
  expect(screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent)).toEqual([
    '7 days',
    '31 days',
  ]);
});

test('days that were saved a moment ago are among them', async () => {
  const days = { ...OPEN_END, startDate: '2026-11-20', endDate: '2026-11-22' };
  const path = '/api/events/e1/schedule';
  stubApi({ [`GET ${path}`]: [200, days], [`PUT ${path}`]: [200, days] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  client.setQueryData(['event-days', 'e1'], OPEN_END);
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={client}>
      <ScheduleDialog event={EVENT} onClose={onClose} />
      <ReportControls
        place={readReportPlace(new URLSearchParams('event=e1'), '')}
        shown={{ from: '2026-11-20', to: '2026-11-20' }}
        today="2026-11-24"
        onGo={vi.fn<ReportControlsProps['onGo']>()}
      />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await screen.findByText('All event days');
});
