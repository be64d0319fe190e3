import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { VenueSettings } from '../../../../src/shared/schemas/venue-settings';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { laterTextsLoaded } from '../../../../web/src/texts/later-texts';
import { speak } from '../../../../web/src/texts/texts';
import { readSelectedEventId } from '../../../../web/src/session/storage';
import { ACCOUNT_API, DOOR, EVENT } from '../../support/account';
import { StillObserver } from '../../support/fake-plot';
import type { Answer } from '../../support/stub-api';
import {
  dialogOf,
  dialogsClosed,
  joinHub,
  openApp,
  openAdmin,
  openSection,
  path,
  apiAs,
} from '../../support/dashboard';

beforeAll(async () => {
  await import('../../../../web/src/features/account/settings/second-step-view');
  await import('../../../../web/src/features/settings/event/event-settings-screen');
  await import('../../../../web/src/features/settings/account/account-settings-screen');
});

const SETTINGS = '/app/events/e1/settings';
const VENUE: VenueSettings = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [75, 100] };
const withVenue = (venue: Partial<VenueSettings>) => ({ ...EVENT, venue: { ...VENUE, ...venue } });
const EVENTS = 'GET /api/events';
const SAVE = 'PUT /api/events/e1/venue';
const CAPACITY = 'Venue limit';
const STAFF = 'Staff (not counted)';
const focused = () => document.activeElement;

test('an address names a section or a setting, which takes the focus, behind a line, too; the sections are links', async () => {
  const { user, section } = await openSection('Capacity', {}, `${SETTINGS}#margin`);
  const margin = await section.findByLabelText('Safety margin in %');
  await waitFor(() => expect(focused()).toBe(margin));
  await user.click(screen.getByRole('link', { name: 'Public' }));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Public' })));
  expect(path()).toBe(`${SETTINGS}#public`);
  expect(readSelectedEventId()).toBe('e1');
});

test('the named section stays in view while what is above it grows, until somebody acts', async () => {
  const grow = new Set<() => void>();
  class Observer extends StillObserver {
    readonly #told: () => void;
    constructor(told: () => void) {
      super();
      this.#told = told;
      grow.add(told);
    }
    override disconnect(): void {
      grow.delete(this.#told);
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const { user } = await openSection('Public', {}, `${SETTINGS}#public`);
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Public' })));
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockClear();
  const growAll = () => {
    for (const told of grow) act(told);
  };
  growAll();
  expect(scrolled).toHaveBeenCalledOnce();
  await user.keyboard('{Tab}');
  growAll();
  expect(scrolled).toHaveBeenCalledOnce();
});

test.each([
  [null, 'Find a setting', 'fire safe', 'Limits from license and fire safetyCapacity', '#limits'],
  [null, 'Find a setting', 'toilet', null, ''],
  [null, 'Find a setting', 'webSITE', 'Website NumbersPublic', '#numbers'],
  [null, 'Find a setting', 'end date', 'Takes place on specific datesGeneral', '#days'],
  [german, 'Einstellung suchen', 'kapazitat', 'Kapazität', '#capacity'],
] as const)('the search finds a setting by its name or its words (%#)', async (pack, label, typed, first, hash) => {
  speak(pack);
  await laterTextsLoaded();
  const { user } = openAdmin({}, SETTINGS);
  const field = await screen.findByRole('combobox', { name: label });
  await user.type(field, typed);
  const found = () => screen.queryAllByRole('option');
  expect(found()[0]?.textContent ?? null).toBe(first);
  if (first === null) return expect(screen.getAllByText('No setting found.')).toHaveLength(2);
  const chosen = () => found().findIndex(({ id }) => id === field.getAttribute('aria-activedescendant'));
  await user.keyboard('{ArrowUp}');
  expect([focused(), chosen()]).toEqual([field, found().length - 1]);
  await user.keyboard('{ArrowDown}');
  expect([chosen(), found()[0]?.getAttribute('aria-selected')]).toEqual([0, 'true']);
  await user.keyboard('{Enter}');
  expect([path(), found().length]).toEqual([`${SETTINGS}${hash}`, 0]);
});

test('the search leads to the report for those who look for its files here', async () => {
  const { user } = openAdmin({}, SETTINGS);
  await user.type(await screen.findByRole('combobox', { name: 'Find a setting' }), 'excel');
  expect(screen.getByRole('option', { name: 'Reports and their files' }).getAttribute('href')).toBe(
    '/app/reports?event=e1',
  );
});

test('the page is not left with unsaved changes without a question', async () => {
  const { user, section } = await openSection('Capacity');
  const leave = () => user.click(screen.getByRole('link', { name: 'Count' }));
  const asksToClose = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asksToClose()).toBe(false);
  await user.type(section.getByLabelText(CAPACITY), '500');
  expect(asksToClose()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Machines' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await leave();
  const question = await dialogOf('Leave without saving?');
  question.getByText('Capacity');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await dialogsClosed();
  expect(section.getByLabelText(CAPACITY)).toHaveProperty('value', '500');
  await leave();
  await user.click((await dialogOf('Leave without saving?')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/app?event=e1'));
  expect(asksToClose()).toBe(false);

  await user.click(screen.getByTestId('back'));
  await user.type(await screen.findByLabelText(CAPACITY), '1');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await leave();
  expect(path()).toBe('/app?event=e1');
});

test('what another window saves appears in fields that nobody has edited here', async () => {
  const { section, made } = await openSection('Capacity', { [EVENTS]: [200, [withVenue({})]] });
  const hub = await joinHub();
  await hub.receive({ type: 'event_updated', event: withVenue({ capacity: 600 }) });
  await waitFor(() => expect(section.getByLabelText(CAPACITY)).toHaveProperty('value', '600'));
  expect(section.queryByRole('alert')).toBeNull();
  expect(made('PUT')).toEqual([]);
});

test('a field that two windows change asks which value stays, and until then nothing is saved', async () => {
  let stored = withVenue({});
  const { user, section, press, made } = await openSection('Capacity', {
    [EVENTS]: () => [200, [stored]],
    [SAVE]: () => [200, withVenue({ capacity: 450, staffAllowance: 30 })],
  });
  const capacity = section.getByLabelText<HTMLInputElement>(CAPACITY);
  const change = async (text: string) => {
    await user.clear(capacity);
    await user.type(capacity, text);
  };
  await change('450');
  // The message of this change has not arrived: saving finds it.
  stored = withVenue({ capacity: 600, staffAllowance: 30 });
  await press('Save');
  const notice = await section.findByRole('alert');
  expect(notice.textContent).toContain(`${CAPACITY}: 600`);
  expect([capacity.value, section.getByLabelText<HTMLInputElement>(STAFF).value, made('PUT')]).toEqual([
    '450',
    '30',
    [],
  ]);
  await waitFor(() => expect(focused()).toBe(notice));
  await press('Save');
  await waitFor(() => expect(focused()).toBe(notice));
  expect(made('PUT')).toEqual([]);
  await press('Use the new value');
  expect([capacity.value, section.queryByRole('alert')]).toEqual(['600', null]);

  await change('450');
  stored = withVenue({ capacity: 700, staffAllowance: 30 });
  await press('Save');
  await press('Keep mine');
  await press('Save');
  await screen.findByText('Saved');
  expect(made('PUT')).toEqual([{ ...VENUE, capacity: 450, staffAllowance: 30 }]);
});

test('what is typed while a form is being saved stays, and is not called saved', async () => {
  const answer = Promise.withResolvers<Answer>();
  const { user, section, press, made } = await openSection('Capacity', {
    [EVENTS]: [200, [withVenue({})]],
    [SAVE]: () => answer.promise,
  });
  await user.clear(section.getByLabelText(CAPACITY));
  await user.type(section.getByLabelText(CAPACITY), '450');
  await press('Save');
  await waitFor(() => expect(made('PUT')).toHaveLength(1));
  await user.type(section.getByLabelText(STAFF), '5');
  answer.resolve([200, withVenue({ capacity: 450 })]);
  await screen.findByText('Saved');
  expect(section.getByLabelText(CAPACITY)).toHaveProperty('value', '450');
  expect(section.getByLabelText(STAFF)).toHaveProperty('value', '205');
  expect(section.getByRole('button', { name: 'Discard changes' })).toBeTruthy();
});

test('the notice of another window says each value: a number, on or off, and the text of a condition', async () => {
  const license = { kind: 'license', capacity: 350, condition: 'Condition 12: no more than 350' } as const;
  const { user, section, press } = await openSection('Capacity', { [EVENTS]: [200, [withVenue({})]] });
  await user.type(section.getByLabelText(STAFF), '5');
  const hub = await joinHub();
  const said = async () => {
    const notice = await section.findByRole('alert');
    return [...notice.querySelectorAll('li')].map(({ textContent }) => textContent);
  };
  const limited = { capacity: 350, ownCapacity: 500, limits: [license] };
  const event = withVenue({ ...limited, staffAllowance: 30, followsExpectedError: true });
  await hub.receive({ type: 'event_updated', event });
  expect(await said()).toEqual([
    `${STAFF}: 30`,
    'Margin follows the expected error: on',
    'Limits from license and fire safety: License 350, Condition 12: no more than 350',
  ]);
  await press('Use the new value');
  await user.type(section.getByLabelText(STAFF), '5');
  await hub.receive({ type: 'event_updated', event: withVenue({ staffAllowance: 30 }) });
  expect(await said()).toEqual(['Margin follows the expected error: off', 'Limits from license and fire safety: none']);
});

test('logging out asks about unsaved changes, too', async () => {
  const { user, section, calls } = await openSection('Capacity', { 'POST /api/auth/logout': [200, { success: true }] });
  const logOut = () => user.click(screen.getByRole('button', { name: 'Log out' }));
  const made = () => calls.filter((call) => call.path === '/api/auth/logout');
  await user.type(section.getByLabelText(CAPACITY), '500');
  await logOut();
  await user.click((await dialogOf('Leave without saving?')).getByRole('button', { name: 'Cancel' }));
  await dialogsClosed();
  expect([section.getByLabelText<HTMLInputElement>(CAPACITY).value, made()]).toEqual(['500', []]);
  await logOut();
  await user.click((await dialogOf('Leave without saving?')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(made()).toHaveLength(1);
});

test('an event that is not the account’s says so', async () => {
  openAdmin({}, '/app/events/e9/settings');
  await screen.findByRole('heading', { name: 'This event does not exist, or it belongs to another account.' });
  expect(screen.getByRole('link', { name: 'Back to counting' }).getAttribute('href')).toBe('/app');
});

test.each([SETTINGS, '/app/settings'])('an access code has no %s', async (address) => {
  openApp(apiAs(DOOR), address);
  await waitFor(() => expect(path()).toBe('/user'));
});

test('the earlier address of recipients leads to their section', async () => {
  openAdmin({}, '/app/alert-recipients');
  await waitFor(() => expect(path()).toBe('/app/settings#recipients'));
  const heading = await screen.findByRole('heading', { name: 'Webhooks and recipients' });
  await waitFor(() => expect(focused()).toBe(heading));
});

test('the settings dialog leads to the sections of the account’s page, and billing opens over it', async () => {
  const { user } = openAdmin(ACCOUNT_API);
  await user.click(await screen.findByRole('button', { name: 'Account settings' }));
  await user.click((await dialogOf('Account settings')).getByRole('link', { name: 'Security' }));
  expect([path(), screen.queryByRole('dialog')]).toEqual(['/app/settings#security', null]);
  await user.click(await screen.findByRole('button', { name: 'Update Billing & Payment' }));
  expect(await dialogOf('Step 1: Billing Details')).toBeTruthy();
});
