import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Schedule } from '../../../../src/shared/schedule/schemas';
import { ReportControls, type ReportControlsProps } from '../../../../web/src/features/reports/report-controls';
import { readReportPlace } from '../../../../web/src/features/reports/report-place';
import { openSection } from '../../support/dashboard';
import { isBusy } from '../../support/is-busy';
import { type Answer, stubApi } from '../../support/stub-api';

const GET = 'GET /api/events/e1/schedule';
const PUT = 'PUT /api/events/e1/schedule';
const SCHEDULE: Schedule = { timeZone: 'Europe/Berlin', reportTime: '06:00', startDate: null, endDate: null };

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
/** Enters a value as a browser's time and date pickers do. */
const pick = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });

describe('the schedule sets the event’s days', () => {
  const HOLDS = 'Takes effect from the next day. The day that is running ends as before.';

  beforeEach(() => {
    // 02:30 in Berlin: still the previous day when days end at 06:00.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-08-02T00:30:00Z') });
  });

  /** Opens the settings of an event whose schedule the server stores. */
  async function open(first: Schedule = SCHEDULE) {
    let stored: unknown = first;
    const opened = await openSection('General', {
      [GET]: (): Answer => [200, stored],
      [PUT]: ({ body }): Answer => [200, (stored = body)],
    });
    const { user, made } = opened;
    await field('Time zone');
    /** Replaces the text in the time zone field. */
    const search = async (text: string) => {
      await user.clear(await field('Time zone'));
      await user.keyboard(text);
    };
    const save = async (calls: number) => {
      await opened.press('Save');
      await waitFor(() => expect(made('PUT')).toHaveLength(calls));
      await waitFor(() => expect(isBusy(opened.section.getByRole('button', { name: 'Save' }))).toBe(false));
    };
    return { ...opened, search, save };
  }

  test('the form shows the clock that the days follow, and saving it unchanged changes nothing', async () => {
    const { section, made, save } = await open();
    expect((await field('Time zone')).value).toBe('Europe/Berlin');
    expect((await field('Report time')).value).toBe('06:00');
    section.getByText(/^A day ends at 06:00, and its report is made then\./);
    expect((await field('Takes place on specific dates')).checked).toBe(false);
    expect(screen.queryByLabelText('First day')).toBeNull();
    expect(section.queryByText(HOLDS)).toBeNull();
    await save(1);
    expect(made('PUT')).toEqual([SCHEDULE]);
  });

  test('the form shows from when a changed clock applies, and then what is stored', async () => {
    const { section, search, made, save } = await open();
    await search('new york{Enter}');
    section.getByText(HOLDS);
    await search('berlin{Enter}');
    expect(section.queryByText(HOLDS)).toBeNull();
    await pick('Report time', '04:30');
    section.getByText(HOLDS);
    section.getByText(/^A day ends at 04:30/);
    await search('new york{Enter}');
    await save(1);
    expect(made('PUT')).toEqual([{ ...SCHEDULE, timeZone: 'America/New_York', reportTime: '04:30' }]);
    expect((await field('Time zone')).value).toBe('America/New York');
    expect((await field('Report time')).value).toBe('04:30');
  });

  test('the choice of certain days begins with the current day by the event’s clock and can be undone', async () => {
    const { user, made, save } = await open();
    await user.click(await field('Takes place on specific dates'));
    expect([(await field('First day')).value, (await field('Last day')).value]).toEqual(['2026-08-01', '2026-08-01']);
    await pick('Last day', '2026-08-03');
    await save(1);
    await user.click(await field('Takes place on specific dates'));
    await save(2);
    expect(made('PUT')).toEqual([{ ...SCHEDULE, startDate: '2026-08-01', endDate: '2026-08-03' }, SCHEDULE]);
  });

  test('the form shows a zone that this browser does not know and keeps it until the text names another one', async () => {
    const { press, section, search, made, save } = await open({ ...SCHEDULE, timeZone: 'Etc/Nowhere' });
    expect((await field('Time zone')).value).toBe('Etc/Nowhere');
    await search('Atlantis');
    await press('Save');
    section.getByText('Choose a time zone from the list. Until then it stays Etc/Nowhere.');
    expect(document.activeElement).toBe(await field('Time zone'));
    expect(made('PUT')).toEqual([]);
    await search('utc');
    await save(1);
    expect(made('PUT')).toEqual([{ ...SCHEDULE, timeZone: 'UTC' }]);
  });
});

test.each([
  ['one press away', 'event=e1', 'false'],
  ['marked as current while the report shows them', 'event=e1&from=2026-11-20&to=2026-11-22', 'true'],
])('the dates of an event on certain days are %s', async (_what, query, pressed) => {
  stubApi({ [GET]: [200, { ...SCHEDULE, startDate: '2026-11-20', endDate: '2026-11-22' }] });
  const onGo = vi.fn<ReportControlsProps['onGo']>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReportControls
        place={readReportPlace(new URLSearchParams(query), '')}
        shown={{ from: '2026-11-20', to: '2026-11-20' }}
        today="2026-11-24"
        report={undefined}
        isLoading={false}
        onGo={onGo}
      />
    </QueryClientProvider>,
  );
  const preset = await screen.findByRole('button', { name: 'All event days' });
  expect(preset.getAttribute('aria-pressed')).toBe(pressed);
  await userEvent.click(preset);
  expect(onGo).toHaveBeenCalledWith({ from: '2026-11-20', to: '2026-11-22', revision: null, interval: 30 });
});
