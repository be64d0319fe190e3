import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OccupancyAt } from '../../../../src/shared/schemas/report';
import { MomentButton } from '../../../../web/src/features/reports/moment/moment-button';
import { askMoment } from '../../../../web/src/features/reports/reports-api';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { laterTextsLoaded } from '../../../../web/src/texts/later-texts';
import { speak } from '../../../../web/src/texts/texts';
import { closedReport } from '../../support/report';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const CALL = 'GET /api/events/e1/occupancy?at=';
/** The moment that the field has at first: the second in which the peak was reached. */
const PEAK = '2026-11-21T20:22:12.000Z';

const subject = { lowest: 0, highest: 0, capacity: null, percent: null, late: { ins: 0, outs: 0, change: 0 } };
const ANSWER: OccupancyAt = {
  eventId: 'e1',
  at: PEAK,
  timeZone: 'Europe/Berlin',
  day: '2026-11-21',
  knownAt: '2026-11-22T10:00:00.000Z',
  precision: 'second',
  venue: {
    ...subject,
    occupancy: 360,
    capacity: 400,
    percent: 90,
    knownThen: 357,
    late: { ins: 5, outs: 2, change: 3 },
  },
  areas: [
    { ...subject, areaId: 'a1', areaName: 'Lounge', occupancy: 120, capacity: 120, percent: 100, knownThen: 117 },
    { ...subject, areaId: 'a2', areaName: 'Hall', occupancy: 240, knownThen: 240 },
  ],
};

function renderButton(handlers: Record<string, Answer | 'offline' | 'silent'>) {
  const calls = stubApi(handlers);
  render(<MomentButton report={closedReport} ask={askMoment('e1')} />);
  return { user: userEvent.setup(), calls };
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  await user.click(await screen.findByRole('button', { name }));
const field = () => screen.findByLabelText('Date and time');
const enter = async (value: string) => fireEvent.change(await field(), { target: { value } });

test('the field has the peak at first, and the answer says what is known now and what screens showed', async () => {
  const { user } = renderButton({ [CALL + encodeURIComponent(PEAK)]: [200, ANSWER] });
  // The keyboard opens it and shows the answer.
  await user.tab();
  expect(document.activeElement?.textContent).toBe('How many at a moment?');
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{Enter}');
  expect(await field()).toHaveProperty('value', '2026-11-21T21:22:12');
  screen.getByText(/By the clocks in Europe\/Berlin/);
  await user.type(await field(), '{Enter}');
  const status = await screen.findByText('Nov 21, 2026 21:22:12: 360 inside, 90% of 400');
  expect(status.closest('[role=status]')?.textContent).toContain(
    'Screens showed 357 then. 5 in and 2 out were tapped by this moment and arrived later.',
  );
  const rows = within(screen.getByRole('table', { name: 'The areas at this moment' })).getAllByRole('row');
  expect(rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))).toEqual([
    ['Area', 'Inside', 'Capacity', '% of capacity', 'Shown then'],
    ['Venue', '360', '400', '90%', '357'],
    ['Lounge', '120', '120', '100%', '117'],
    ['Hall', '240', '–', '–', '240'],
  ]);
  await press(user, 'How many at a moment?');
  expect(screen.queryByRole('table')).toBeNull();
});

test('bounds of five minutes are shown as bounds', async () => {
  const bounds = { ...subject, occupancy: null, lowest: 340, highest: 360, capacity: 400, knownThen: null, late: null };
  const answer = { ...ANSWER, precision: 'fiveMinutes', venue: bounds, areas: [] };
  const { user } = renderButton({ [CALL + encodeURIComponent(PEAK)]: [200, answer] });
  await press(user, 'How many at a moment?');
  await press(user, 'Show');
  await screen.findByText('Nov 21, 2026 21:22:12: between 340 and 360 inside');
  screen.getByText(/^Only the five minutes around this moment are known any more/);
  screen.getByText('340 to 360');
  expect(screen.queryByText('Shown then')).toBeNull();
});

test('a time that the clocks showed twice can be told apart, and one that they skipped is refused', async () => {
  const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];
  const answer = (at: string, occupancy: number): Answer => [
    200,
    { ...ANSWER, at, venue: { ...ANSWER.venue, occupancy } },
  ];
  const { user, calls } = renderButton({
    [CALL + encodeURIComponent(first)]: answer(first, 10),
    [CALL + encodeURIComponent(second)]: answer(second, 20),
  });
  await press(user, 'How many at a moment?');
  await enter('2026-03-29T02:30:00');
  await press(user, 'Show');
  expect(screen.getByRole('alert').textContent).toBe('The clocks skipped this time. Please enter another one.');
  await enter('');
  await press(user, 'Show');
  expect(screen.getByRole('alert').textContent).toBe('Please enter a date and a time.');
  expect(await field()).toHaveProperty('ariaInvalid', 'true');
  expect(calls).toEqual([]);

  await enter('2026-10-25T02:30:00');
  expect(screen.queryByRole('alert')).toBeNull();
  await press(user, 'Show');
  await screen.findByText(/^Oct 25, 2026 02:30:00 GMT\+2: 10 inside/);
  const which = screen.getByLabelText('Which of the two? The clocks were set back');
  await user.selectOptions(which, '02:30:00 GMT+1');
  await press(user, 'Show');
  await screen.findByText(/^Oct 25, 2026 02:30:00 GMT\+1: 20 inside/);
});

test('while it loads it says so, and a refusal has its reason and a way to try again', async () => {
  const { user, calls } = renderButton({
    [CALL + encodeURIComponent(PEAK)]: 'silent',
    [CALL + encodeURIComponent('2026-11-20T22:00:00.000Z')]: refusal(
      400,
      'The figures of this moment are not kept any more.',
    ),
    [CALL + encodeURIComponent('2026-11-20T23:00:00.000Z')]: 'offline',
  });
  await press(user, 'How many at a moment?');
  await press(user, 'Show');
  await screen.findByText('Looking up the number…');
  await enter('2026-11-20T23:00');
  await press(user, 'Show');
  expect((await screen.findByRole('alert')).textContent).toBe('The figures of this moment are not kept any more.');
  await enter('2026-11-21T00:00');
  await press(user, 'Show');
  await screen.findByRole('alert');
  const before = calls.length;
  await press(user, 'Try again');
  await screen.findByRole('alert');
  expect(calls).toHaveLength(before + 1);
});

test('all of it is in German, too', async () => {
  speak(german);
  await laterTextsLoaded();
  const { user } = renderButton({ [CALL + encodeURIComponent(PEAK)]: [200, ANSWER] });
  await press(user, 'Wie viele zu einem Zeitpunkt?');
  await press(user, 'Zeigen');
  await screen.findByText(/^21\. Nov\. 2026 21:22:12: 360 Personen anwesend, 90\s%/);
  const status = screen.getByRole('status').textContent;
  expect(status).toContain('Die Bildschirme zeigten damals 357. 5 Eintritte und 2 Austritte');
});
