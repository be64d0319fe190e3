import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { laterTextsLoaded } from '../../../../web/src/texts/later-texts';
import { speak } from '../../../../web/src/texts/texts';
import { readSelectedEventId } from '../../../../web/src/session/storage';
import { EVENT } from '../../support/account';
import {
  asNew,
  counts,
  dialogOf,
  dialogsClosed,
  joinHub,
  joinRoom,
  MAIN,
  openAdmin,
  openDoor,
  openSection,
  OTHER_EVENT,
  path,
} from '../../support/dashboard';
import { DRILL } from '../../support/evacuations';

beforeEach(asNew);
// The menu's code takes long to load for the first time.
beforeAll(async () => {
  await import('../../../../web/src/features/account/settings/second-step-view');
  await import('../../../../web/src/features/commands/commands');
  await import('../../../../web/src/features/dashboard/event-dialogs');
});

const TWO = { 'GET /api/events': [200, [EVENT, OTHER_EVENT]] as const };
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const field = () => screen.findByRole('combobox');
const focused = () => document.activeElement;
type Opened = ReturnType<typeof openAdmin>;

/** Opens the menu by its keys and types. Returns what it has found. */
async function search({ user }: Pick<Opened, 'user'>, typed: string) {
  await user.keyboard('{Control>}k{/Control}');
  await user.type((await dialogOf('Search')).getByRole('combobox'), typed);
  return options();
}

test('Ctrl+K opens and closes the menu, also while somebody types, and the focus returns', async () => {
  const { user, section } = await openSection('Capacity');
  const capacity = section.getByLabelText('Venue limit');
  await user.click(capacity);
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(async () => expect(focused()).toBe(await field()));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe(capacity));
  await user.keyboard('{Meta>}k{/Meta}{Meta>}k{/Meta}');
  await dialogsClosed();
  expect(focused()).toBe(capacity);
});

test('keys that count reach the field of the menu and no pad', async () => {
  const opened = openAdmin({ 'GET /api/events/e1/areas': [200, { areas: [MAIN] }] });
  await joinRoom({ areas: [MAIN] });
  await screen.findAllByTestId('occupancy');
  const before = counts();
  expect(await search(opened, '+1')).toEqual([]);
  expect(screen.getAllByText('Nothing found.')).toHaveLength(2);
  expect(counts()).toEqual(before);
});

test('an area, its actions, an event and a setting are found by name, and Enter takes the first', async () => {
  const opened = openAdmin(TWO);
  await joinRoom();
  await screen.findAllByTestId('occupancy');
  const { user } = opened;
  const found = await search(opened, 'bar');
  expect(found[0]).toBe('BarArea');
  expect(found).toContain('RecountBar');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/app?area=a2'));
  expect(screen.getAllByRole('article')).toHaveLength(1);

  await search(opened, 'correct bar');
  await user.keyboard('{Enter}');
  const recount = await dialogOf('Recount');
  expect(path()).toBe('/app?area=a2');
  await user.click(recount.getByRole('button', { name: 'Cancel' }));

  expect((await search(opened, 'summer'))[0]).toBe('SummerSwitch to this event');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Summer' });
  expect([path(), readSelectedEventId()]).toEqual(['/app', 'e2']);

  await search(opened, 'time zone');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/app/events/e2/settings#schedule'));
});

test('a dialog opens over any page, and nothing opens over a dialog', async () => {
  const opened = openAdmin({}, '/app/settings');
  await screen.findByRole('heading', { name: 'Account settings' });
  await search(opened, 'rename');
  await opened.user.keyboard('{Enter}');
  const rename = await dialogOf('Rename Event');
  expect(rename.getByLabelText('Event Name')).toHaveProperty('value', EVENT.eventName);
  await opened.user.keyboard('{Control>}k{/Control}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(path()).toBe('/app/settings');
});

test('a dialog of the menu closes with its page or its event, and never is about another', async () => {
  const opened = openAdmin(TWO, '/app/events/e1/settings');
  await joinRoom();
  const hub = await joinHub();
  await search(opened, 'all events');
  await opened.user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/app/overview'));
  await search(opened, 'delete event');
  await opened.user.keyboard('{Enter}');
  await dialogOf('Delete Event');
  fireEvent.click(screen.getByTestId('back'));
  await waitFor(() => expect(path()).toBe('/app/events/e1/settings'));
  expect(screen.queryByRole('dialog')).toBeNull();

  await search(opened, 'rename event');
  await opened.user.keyboard('{Enter}');
  await dialogOf('Rename Event');
  await hub.receive({ type: 'event_deleted', eventId: 'e1' });
  await dialogsClosed();
  await search(opened, 'summer');
  await opened.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Summer' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after the event of a settings page is deleted, the page is left', async () => {
  const opened = openAdmin({ 'DELETE /api/events/e1': [200, { success: true }] as const }, '/app/events/e1/settings');
  await joinRoom();
  await search(opened, 'delete event');
  await opened.user.keyboard('{Enter}');
  const question = await dialogOf('Delete Event');
  await opened.user.click(question.getByRole('button', { name: 'Delete Event' }));
  await waitFor(() => expect([path(), readSelectedEventId()]).toEqual(['/app', null]));
});

test('another window can open an event of the list, and this one stays', async () => {
  const opened = openAdmin(TWO);
  await joinRoom();
  await search(opened, 'summer');
  const option = screen.getAllByRole('option')[0]!;
  expect(option).toHaveProperty('href', expect.stringMatching(/\/app\?event=e2$/));
  // There is no other window here.
  window.addEventListener('click', (click) => click.preventDefault(), { once: true });
  fireEvent.click(option, { ctrlKey: true });
  expect([readSelectedEventId(), path()]).toEqual(['e1', '/app']);
  screen.getByRole('dialog', { name: 'Search' });
});

test('unsaved settings are not left without a question', async () => {
  const opened = await openSection('Capacity');
  await opened.user.type(opened.section.getByLabelText('Venue limit'), '500');
  await search(opened, 'doors');
  await opened.user.keyboard('{Enter}');
  const question = await dialogOf('Leave without saving?');
  await opened.user.click(question.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/app/events/e1/doors'));
});

test.each([
  [null, ['evacuation', 'fire', 'alarm', 'drill'], 'Evacuation', 'End drill'],
  [german, ['evakuierung', 'räumung', 'feuer', 'alarm', 'übung'], 'Evakuierung', 'Übung beenden'],
] as const)(
  'an evacuation is found first by each of its words, and while it runs its end comes first (%#)',
  async (pack, words, start, end) => {
    speak(pack);
    await laterTextsLoaded();
    const opened = openAdmin();
    const room = await joinRoom();
    await screen.findAllByTestId('occupancy');
    await opened.user.keyboard('{Control>}k{/Control}');
    for (const word of words) {
      await opened.user.clear(await field());
      await opened.user.type(await field(), word);
      expect(options()[0], word).toBe(start);
    }
    await opened.user.clear(await field());
    await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: DRILL });
    await waitFor(() => expect(options()[0]).toBe(end));
  },
);

test('a door has no command menu: all that it may do is on its screen', async () => {
  const { user } = await openDoor();
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});
