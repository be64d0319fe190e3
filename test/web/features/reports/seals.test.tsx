import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { SealList } from '../../../../src/shared/sealed/schemas';
import { readReportPlace } from '../../../../web/src/features/reports/report-place';
import { PaperReport } from '../../../../web/src/features/reports/paper/paper-report';
import { StoredReports } from '../../../../web/src/features/reports/stored/stored-reports';
import { closedReport } from '../../support/report';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const FINGERPRINT = '3f2a91bc07de44a1'.repeat(4);
const GROUPS = Array.from({ length: 4 }, () => '3f2a 91bc 07de 44a1').join(' ');
const FRIDAY = { day: '2026-11-20', startsAt: '2026-11-20T05:00:00.000Z', endsAt: '2026-11-21T05:00:00.000Z' };
const SEAL: SealList['seals'][number] = {
  seq: 12,
  day: '2026-11-20',
  revision: 2,
  endsAt: FRIDAY.endsAt,
  sealedAt: '2026-11-21T07:15:00.000Z',
  fingerprint: FINGERPRINT,
  keyId: 'key',
};
const PACK = 'GET /api/events/e1/evidence?from=2026-11-20&to=2026-11-20';

function renderReports(seals: Answer, pack: Answer = [200, {}]) {
  const reports = [{ ...FRIDAY, revision: 2, closedAt: '2026-11-21T07:15:00.000Z' }];
  const calls = stubApi({
    'GET /api/events/e1/reports?limit=10': [200, { reports }],
    'GET /api/events/e1/seals?limit=500': seals,
    [PACK]: pack,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <StoredReports place={readReportPlace(new URLSearchParams('event=e1'), '')} clock={closedReport} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), calls };
}

test('a sealed day shows its fingerprint and gives its evidence pack, and a link leads to the check', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:pack', revokeObjectURL: () => undefined }));
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user, calls } = renderReports([200, { seals: [SEAL] }]);
  await screen.findByText(GROUPS);
  screen.getByText(/Seal 12, signed/);
  expect(screen.getByRole('link', { name: 'Check a pack' }).getAttribute('href')).toBe('/verify');
  await user.click(screen.getByRole('button', { name: 'Evidence pack of Fri, Nov 20, 2026' }));
  await screen.findByText(/is among your downloads/);
  expect(save).toHaveBeenCalledOnce();
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(PACK);
});

test('a day without a signature says so, and a refused pack says why', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { user } = renderReports(
    [200, { seals: [{ ...SEAL, keyId: null }] }],
    refusal(503, 'The service is busy.', 'unavailable'),
  );
  await screen.findByText(/Seal 12, without a signature/);
  await user.click(screen.getByRole('button', { name: /Evidence pack/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('The service is busy.');
});

test('an event without seals shows its reports and nothing about evidence', async () => {
  renderReports([200, { seals: [] }]);
  await screen.findByText(/Revision 2/);
  expect(screen.queryByRole('button', { name: /Evidence/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Check a pack' })).toBeNull();
});

test('the paper has the fingerprint of its seal, so that it leaves the house', () => {
  render(<PaperReport report={closedReport} seal={SEAL} />);
  const section = screen.getByRole('region', { name: 'Seal' });
  expect(section.querySelector('.paper-fingerprint')?.textContent).toBe(GROUPS);
  within(section).getByText(/^Keep this page\. .* open http:.*\/verify, .* this fingerprint of seal 12; /);
});
