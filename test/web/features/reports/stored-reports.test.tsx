import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useSearchParams } from 'react-router-dom';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../../src/shared/durations';
import type { StoredReportList } from '../../../../src/shared/schemas/report';
import { readReportPlace } from '../../../../web/src/features/reports/report-place';
import { RevisionNotice } from '../../../../web/src/features/reports/stored/revision-notice';
import { StoredReports } from '../../../../web/src/features/reports/stored/stored-reports';
import { closedReport } from '../../support/report';
import { type Answer, stubApi } from '../../support/stub-api';

const LIST = 'GET /api/events/e1/reports';
/** The list as it is first loaded, and the call for the newest revision of Friday. */
const [AT_FIRST, OF_FRIDAY] = [`${LIST}?limit=10`, `${LIST}?limit=1&after=2026-11-21`];
const FRIDAY = { day: '2026-11-20', startsAt: '2026-11-20T05:00:00.000Z', endsAt: '2026-11-21T05:00:00.000Z' };
const SATURDAY = { day: '2026-11-21', startsAt: '2026-11-21T05:00:00.000Z', endsAt: '2026-11-22T05:00:00.000Z' };
const REPORTS: StoredReportList['reports'] = [
  { ...SATURDAY, revision: 1, closedAt: '2026-11-22T05:01:00.000Z' },
  { ...FRIDAY, revision: 2, closedAt: '2026-11-21T07:15:00.000Z' },
  { ...FRIDAY, revision: 1, closedAt: '2026-11-21T05:01:00.000Z' },
];

/** The stored reports, with the day and revision of the address. */
function Reports() {
  const [search] = useSearchParams();
  const place = readReportPlace(search, '');
  const days = closedReport.days
    .filter(({ day }) => day === place.from)
    .map((day) => ({ ...day, revision: place.revision ?? 2 }));
  return (
    <main>
      <h1>Report</h1>
      <output data-testid="query">{search.toString()}</output>
      <RevisionNotice place={place} report={{ ...closedReport, days }} />
      <StoredReports place={place} clock={closedReport} />
    </main>
  );
}

const listed = (reports: StoredReportList['reports']): Answer => [200, { reports }];

function renderReports(query: string, list = listed(REPORTS), more: Record<string, Answer> = {}) {
  const calls = stubApi({ [AT_FIRST]: list, [OF_FRIDAY]: list, ...more });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/app/reports?${query}`]}>
        <Reports />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), calls };
}

const section = () => screen.findByRole('region', { name: 'Daily reports' });
const links = async () => (await within(await section()).findAllByRole('link')).map(({ textContent }) => textContent);
const query = () => screen.getByTestId('query').textContent;
const notice = () => screen.queryByRole('complementary');
const current = () => document.querySelector('[aria-current=page]')?.textContent;

test('the list has each day once, newest first, with the time of each revision by the event’s clock', async () => {
  const { user } = renderReports('event=e1&interval=60&area=a1');
  // The day's own link leads to the newest revision.
  expect(await links()).toEqual(['Sat, Nov 21, 2026', 'Fri, Nov 20, 2026', 'Revision 1, made Nov 21 06:01']);
  const [list] = within(await section()).getAllByRole('list');
  expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Sat, Nov 21, 2026Revision 1, made Nov 22 06:01',
    'Fri, Nov 20, 2026Revision 2, made Nov 21 08:15Revision 1, made Nov 21 06:01',
  ]);
  within(await section()).getByText(/at 06:00 \(Europe\/Berlin\)/);

  // A day links to its newest report and an earlier revision to itself; both keep the chosen interval and area.
  await user.click(await screen.findByRole('link', { name: 'Fri, Nov 20, 2026: Revision 1, made Nov 21 06:01' }));
  expect(query()).toBe('event=e1&from=2026-11-20&to=2026-11-20&interval=60&revision=1&area=a1');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  expect(current()).toBe('Revision 1, made Nov 21 06:01');
  await user.click(screen.getByRole('link', { name: 'Fri, Nov 20, 2026' }));
  expect(query()).toBe('event=e1&from=2026-11-20&to=2026-11-20&interval=60&area=a1');
  expect(current()).toBe('Fri, Nov 20, 2026');
});

test('an older revision says which one it is and links to the newest', async () => {
  const { user } = renderReports('event=e1&from=2026-11-20&to=2026-11-20&revision=1');
  expect((await screen.findByRole('complementary')).textContent).toContain(
    'This is revision 1 of Fri, Nov 20, 2026, made Nov 21 06:02. What arrived later is in revision 2.',
  );
  await user.click(screen.getByRole('link', { name: 'Show the newest' }));
  expect(query()).toBe('event=e1&from=2026-11-20&to=2026-11-20');
  expect(notice()).toBeNull();
});

test('older days are loaded when somebody asks for them, and an old revision finds its newest among a thousand days', async () => {
  const days = (count: number): StoredReportList['reports'] =>
    Array.from({ length: count }, (_, i) => {
      const at = (hours: number) => new Date(Date.parse(SATURDAY.startsAt) + (hours - 24 * i) * HOUR_MS).toISOString();
      return { day: at(0).slice(0, 10), revision: 1, startsAt: at(0), endsAt: at(24), closedAt: at(24) };
    });
  const { user, calls } = renderReports(
    'event=e1&from=2026-11-20&to=2026-11-20&revision=1',
    [200, { reports: days(10), next: '2026-11-12' }],
    {
      [OF_FRIDAY]: listed(REPORTS.slice(1)),
      [`${LIST}?limit=60`]: listed(days(13)),
    },
  );
  expect(await links()).toHaveLength(10);
  expect((await screen.findByRole('complementary')).textContent).toContain('is in revision 2.');
  await user.click(screen.getByRole('button', { name: 'Show more days' }));
  await screen.findByRole('link', { name: 'Mon, Nov 9, 2026' });
  expect(await links()).toHaveLength(13);
  expect(screen.queryByRole('button', { name: 'Show more days' })).toBeNull();
  expect(calls.map(({ path }) => path)).not.toContain('/api/events/e1/reports');
});
