import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { CopyCodeButton } from '../../../../web/src/features/events/access-code';
import { readSelectedEventId } from '../../../../web/src/session/storage';
import { EVENT } from '../../support/account';
import { choose, joinHub, openAdmin, openApp, ADMIN_API, OTHER_EVENT, press } from '../../support/dashboard';
import type { Answer } from '../../support/stub-api';

const TWO = { 'GET /api/events': [200, [EVENT, OTHER_EVENT]] as const };
const options = () => screen.findByRole('button', { name: 'Event options' });
const focused = () => document.activeElement?.textContent;

test('the menu offers every action for the event, also by keyboard', async () => {
  const { user } = openAdmin();
  const button = await options();
  button.focus();
  await user.keyboard('{Enter}');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Switch Event',
    'Settings',
    'Rename Event',
    'Duplicate Event',
    'Reset All Areas',
    'Delete Event',
  ]);
  expect(focused()).toBe('Switch Event');
  for (const [keys, name] of [
    ['{ArrowUp}', 'Delete Event'],
    ['{ArrowDown}{ArrowDown}', 'Settings'],
    ['{Home}', 'Switch Event'],
    ['{End}', 'Delete Event'],
    ['r', 'Rename Event'],
    ['r', 'Reset All Areas'],
  ] as const) {
    await user.keyboard(keys);
    expect(focused()).toBe(name);
  }
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Delete Event');
  await user.tab();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(screen.getByTitle('Copy access code'));
});

test('a new name appears at once, and a copy is selected as soon as it exists', async () => {
  const { user } = openAdmin({
    'PATCH /api/events/e1': [200, { ...EVENT, eventName: 'Saturday' }],
    'POST /api/events/e1/duplicate': [201, OTHER_EVENT],
  });
  const rename = await choose(user, 'Rename Event');
  rename.getByPlaceholderText('Enter new event name');
  await press(user, 'Save');
  await screen.findByRole('heading', { name: 'Saturday' });
  const dialog = await choose(user, 'Duplicate Event');
  dialog.getByText(/same areas, venue settings, alerts, categories, schedule, organizer and address/);
  await press(user, 'Duplicate Event');
  await screen.findByRole('heading', { name: 'Summer' });
  expect([screen.queryByRole('dialog'), readSelectedEventId()]).toEqual([null, 'e2']);
});

test('a deletion clears the selection and moves the focus to the next action', async () => {
  const { user, made } = openAdmin({ 'DELETE /api/events/e1': [200, { success: true }] });
  const question = await choose(user, 'Delete Event');
  await user.click(question.getByRole('button', { name: 'Delete Event' }));
  const heading = await screen.findByRole('heading', { name: 'Please select an event to begin.' });
  expect([readSelectedEventId(), made('DELETE').length]).toEqual([null, 1]);
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await press(user, 'Select Event');
  await screen.findByText('You have no events yet.');
});

test('a deletion by another device closes the question and keeps a new event’s name that is being typed', async () => {
  const { user } = openAdmin(TWO);
  await choose(user, 'Delete Event');
  const hub = await joinHub();
  await hub.receive({ type: 'event_deleted', eventId: 'e1' });
  await screen.findByText('Please select an event to begin.');
  expect([screen.queryByRole('dialog'), readSelectedEventId()]).toEqual([null, null]);

  await press(user, 'Select Event');
  await press(user, 'Summer');
  await choose(user, 'Switch Event');
  await press(user, '+ Create New Event');
  const field = await screen.findByLabelText('Event Name');
  await user.type(field, 'Half a name');
  await hub.receive({ type: 'event_deleted', eventId: 'e2' });
  await screen.findByText('Please select an event to begin.');
  expect(screen.getByLabelText('Event Name')).toBe(field);
  expect(field).toHaveProperty('value', 'Half a name');
});

describe('a dialog that was closed before its call ended changes nothing else', () => {
  test('a late deletion removes nothing from what the screen shows by then', async () => {
    const answer = Promise.withResolvers<Answer>();
    const { user } = openAdmin({ ...TWO, 'DELETE /api/events/e1': () => answer.promise });
    const question = await choose(user, 'Delete Event');
    await user.click(question.getByRole('button', { name: 'Delete Event' }));
    await user.keyboard('{Escape}');
    await choose(user, 'Switch Event');
    await press(user, 'Summer');
    const events = await choose(user, 'Switch Event');
    answer.resolve([200, { success: true }]);
    await waitFor(() => expect(events.queryByRole('button', { name: 'Warehouse Friday' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Switch Event' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await screen.findByRole('heading', { name: 'Summer' });
    expect(readSelectedEventId()).toBe('e2');
  });

  test.each(['Create Event', 'Duplicate Event'])('the dialog “%s” only adds to the list', async (title) => {
    const answer = Promise.withResolvers<Answer>();
    const { user } = openAdmin({
      'POST /api/events': () => answer.promise,
      'POST /api/events/e1/duplicate': () => answer.promise,
    });
    if (title === 'Create Event') {
      await choose(user, 'Switch Event');
      await press(user, '+ Create New Event');
    } else await choose(user, title);
    await user.type(await screen.findByLabelText('Event Name'), 'Summer{Enter}');
    await press(user, 'Cancel');
    const events = await choose(user, 'Switch Event');
    answer.resolve([201, OTHER_EVENT]);
    await events.findByRole('button', { name: 'Summer' });
    expect(screen.getByRole('dialog', { name: 'Switch Event' })).toBeTruthy();
    expect(readSelectedEventId()).toBe('e1');
  });
});

test('the switch dialog lists sixty events, one with a long name; its close button changes nothing', async () => {
  const events = Array.from({ length: 60 }, (_, i) => ({
    ...EVENT,
    eventId: `e${i + 1}`,
    eventName: i === 1 ? 'x'.repeat(100) : `Night ${i + 1}`,
  }));
  const { user } = openAdmin({ 'GET /api/events': [200, events] });
  const dialog = await choose(user, 'Switch Event');
  expect(dialog.getAllByRole('listitem')).toHaveLength(60);
  expect(dialog.getByRole('button', { name: 'Night 1' }).getAttribute('aria-current')).toBe('true');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect([screen.queryByRole('dialog'), readSelectedEventId()]).toEqual([null, 'e1']);
  await choose(user, 'Switch Event');
  await press(user, 'x'.repeat(100));
  await screen.findByRole('heading', { name: 'x'.repeat(100) });
  expect(readSelectedEventId()).toBe('e2');
});

test('the switch dialog without events says so and leads to the first one', async () => {
  const { user } = openApp({ ...ADMIN_API, 'GET /api/events': [200, []] });
  await screen.findByText('Please select an event to begin.');
  await press(user, 'Select Event');
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch Event' }));
  dialog.getByText('You have no events yet.');
  dialog.getByRole('button', { name: 'Close' });
  await user.click(dialog.getByRole('button', { name: '+ Create New Event' }));
  expect(await screen.findByRole('dialog', { name: 'Create Event' })).toBeTruthy();
});

test('the text Copied! stays for two seconds after the last press', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  vi.useFakeTimers();
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
  render(<CopyCodeButton accessCode="ABCD2346" />);
  for (let presses = 0; presses < 2; presses += 1) {
    fireEvent.click(screen.getByTitle('Copy access code'));
    await pass(0);
    await pass(1_999);
    screen.getByText('Copied!');
  }
  await pass(1);
  expect(screen.queryByText('Copied!')).toBeNull();
  expect(writeText).toHaveBeenLastCalledWith('ABCD2346');
});
