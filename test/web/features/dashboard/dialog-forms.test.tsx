import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { area } from '../../support/areas';
import { BROKEN, choose, dialogOf, dialogsClosed, openAdmin, press } from '../../support/dashboard';
import { isBusy } from '../../support/is-busy';
import { type Answer, refusal } from '../../support/stub-api';

const NEW_EVENT = { eventId: 'e2', eventName: 'Opening', accessCode: 'MNPQ2346' };
const RECOUNTED = { areaId: 'a1', before: 3, after: 0, drift: -3 };
const AREA_MENU = 'Options for Main Stage';
const NO_CAPACITY = 'Please enter a valid, non-negative number.';

type User = ReturnType<typeof openAdmin>['user'];

function openerOf(title: string): string {
  if (title === 'Add New Area') return '+ Add New Area';
  return /Area|Capacity|Recount/.test(title) ? AREA_MENU : 'Event options';
}

/** Opens a form of the dashboard by its title. */
async function openForm(user: User, title: string) {
  if (title === 'Add New Area') await press(user, openerOf(title));
  else if (title === 'Create Event') await (await choose(user, 'Switch Event'), press(user, '+ Create New Event'));
  else await choose(user, title, openerOf(title));
  const dialog = await dialogOf(title);
  await dialog.findByRole('button', { name: 'Cancel' });
  return dialog;
}

function fill(dialog: ReturnType<typeof within>, fields: Record<string, string> = {}): void {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
}

const inputs = () => [...screen.getByRole('dialog').querySelectorAll('input')];
const values = () => inputs().map(({ value }) => value);
const SUBMIT = /^(Create Area|Create Event|Duplicate Event|Save)$/;

/** Each form and its input. */
const TYPED: Record<string, Record<string, string>> = {
  'Add New Area': { 'Area Name': ' Terrace ', Capacity: '40' },
  'Create Event': { 'Event Name': ' Opening ' },
  'Rename Event': { 'Event Name': ' Opening ' },
  'Duplicate Event': { 'Event Name': ' Opening ' },
  'Rename Area': { 'Area Name': ' Terrace ' },
  'Change Capacity': { Capacity: '0' },
  Recount: { 'People counted': '0', Reason: ' By hand ' },
};

/** The first input, which the form refuses, and the text of the refusal. */
const REFUSED: Record<string, [Record<string, string>, string]> = {
  'Add New Area': [{}, 'Both fields are required.'],
  'Create Event': [{ 'Event Name': '  ' }, 'Event name is required.'],
  'Rename Event': [{ 'Event Name': '  ' }, 'Event name cannot be empty.'],
  'Duplicate Event': [{ 'Event Name': '  ' }, 'Event name is required.'],
  'Rename Area': [{ 'Area Name': '  ' }, 'Area name cannot be empty.'],
  'Change Capacity': [{ Capacity: '' }, NO_CAPACITY],
  Recount: [{}, 'The count must be a whole number from 0 to 1,000,000.'],
};

/** The call that each form makes, its body, and the answer. */
const CALLS = [
  ['Add New Area', 'POST /api/events/e1/areas', { areaName: 'Terrace', capacity: 40 }, {}],
  ['Create Event', 'POST /api/events', { eventName: 'Opening' }, NEW_EVENT],
  ['Rename Event', 'PATCH /api/events/e1', { eventName: 'Opening' }, { ...NEW_EVENT, eventId: 'e1' }],
  ['Duplicate Event', 'POST /api/events/e1/duplicate', { eventName: 'Opening' }, NEW_EVENT],
  ['Rename Area', 'PATCH /api/areas/a1', { areaName: 'Terrace' }, {}],
  ['Change Capacity', 'PATCH /api/areas/a1', { capacity: 0 }, {}],
  ['Recount', 'PUT /api/areas/a1/recount', { occupancy: 0, reason: 'By hand' }, RECOUNTED],
] as const;

/** The text for a failure without a message, where it is not the usual one for a failed save. */
const WORDLESS: Record<string, string> = {
  'Add New Area': 'Failed to create area.',
  'Create Event': 'An unexpected error occurred.',
  'Duplicate Event': 'An unexpected error occurred.',
};

test.each(CALLS)(
  'the form %s names missing input, sends once at a time, shows that it is busy, and keeps its input when it fails',
  async (title, call, body, done) => {
    let answer = Promise.withResolvers<Answer>();
    const { user, calls } = openAdmin({ [call]: () => answer.promise });
    const dialog = await openForm(user, title);
    const save = dialog.getByRole('button', { name: SUBMIT });
    const [wrong, refused] = REFUSED[title] ?? [{}, ''];
    fill(dialog, wrong);
    await user.click(save);
    expect(dialog.getByRole('alert').textContent).toBe(refused);
    fill(dialog, TYPED[title]);
    expect(dialog.queryByRole('alert')).toBeNull();
    const shown = values();
    const name = save.textContent;
    await user.click(save);
    expect([isBusy(save), save.textContent]).toEqual([
      true,
      expect.stringMatching(/^(Creating|Saving|Duplicating)\.\.\.$/),
    ]);
    await user.keyboard('{Enter}');
    answer.resolve(refusal(409, 'Too many.', 'limit_reached'));
    expect((await dialog.findByRole('alert')).textContent).toBe('Too many.');
    expect([isBusy(save), save.textContent, document.activeElement]).toEqual([false, name, save]);
    expect(values()).toEqual(shown);

    answer = Promise.withResolvers();
    answer.resolve(refusal(500, '', 'internal'));
    await user.click(save);
    const wordless = WORDLESS[title] ?? 'Failed to save. Please try again.';
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(wordless));

    answer = Promise.withResolvers();
    answer.resolve([200, done]);
    await user.click(save);
    await dialogsClosed();
    const bodies = calls.filter(({ method, path }) => `${method} ${path}` === call).map((made) => made.body);
    expect(bodies).toEqual([body, body, body]);
  },
);

test.each(['Add New Area', 'Create Event', 'Recount'])(
  'the form %s closes by Cancel, Escape and a press beside it, and opens again in its original state',
  async (title) => {
    const { user, calls } = openAdmin();
    const opener = () =>
      title === 'Create Event'
        ? screen.getByRole('heading', { level: 1 })
        : screen.getByRole('button', { name: openerOf(title) });
    await openForm(user, title);
    const first = values();
    for (const close of [
      () => press(user, 'Cancel'),
      () => user.keyboard('{Escape}'),
      () => user.click(screen.getByRole('dialog').parentElement!),
    ]) {
      expect(document.activeElement).toBe(inputs()[0]);
      fill(within(screen.getByRole('dialog')), TYPED[title]);
      await close();
      await dialogsClosed();
      await waitFor(() => expect(document.activeElement).toBe(opener()));
      await openForm(user, title);
      expect(values()).toEqual(first);
    }
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test.each([
  ['Change Capacity', { Capacity: '1.5' }, NO_CAPACITY, 'Whole numbers only.'],
  ['Recount', { 'People counted': '7' }, 'Please give a reason for the recount.'],
] as [string, Record<string, string>, string, string?][])(
  'the form %s refuses %j with “%s”',
  async (title, typed, text, hint) => {
    const { user, calls } = openAdmin();
    const dialog = await openForm(user, title);
    fill(dialog, typed);
    await user.click(dialog.getByRole('button', { name: SUBMIT }));
    expect(dialog.getByRole('alert').textContent).toBe(text);
    expect(dialog.queryByText('Whole numbers only.')?.textContent).toBe(hint);
    const [label] = Object.keys(typed);
    fill(dialog, { [label ?? '']: '12:00' });
    fill(dialog, { [label ?? '']: '7' });
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test.each([
  ['Add New Area', '1', ''],
  ['Change Capacity', '0', '100'],
])('the form %s takes a capacity that is a number from %s', async (title, min, value) => {
  const { user } = openAdmin();
  const field = (await openForm(user, title)).getByPlaceholderText('e.g., 500');
  expect(field).toMatchObject({ type: 'number', min, value });
});

const PERMANENT = 'This action is permanent and cannot be undone. All associated areas and data will be lost.';
const LISTED = [
  area({ currentOccupancy: 1_380 }),
  area({ areaId: 'a2', areaName: 'Garden', currentOccupancy: 12 }),
  area({ areaId: 'a3', areaName: 'Roof' }),
];

test.each([
  ['Delete Event', 'Event options', ['Warehouse Friday', PERMANENT], 'DELETE /api/events/e1', 'Something went wrong.'],
  [
    'Delete Area',
    AREA_MENU,
    ['Main Stage', /permanent and cannot be undone/],
    'DELETE /api/areas/a1',
    'Failed to delete area: Something went wrong.',
  ],
  ['Reset Occupancy', AREA_MENU, ['Main Stage', /1,380/], 'PUT /api/areas/a1/reset', null],
  [
    'Reset All Areas',
    'Event options',
    ['Warehouse Friday', /Inside now: Main Stage 1,380, Garden 12\. .*end of the night/],
    'POST /api/events/e1/reset',
    'Something went wrong.',
  ],
])(
  'the action %s asks first with the safe answer focused, and its dialog stays open when it fails',
  async (title, menu, says, call, failure) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    let answer: Answer = BROKEN;
    const { user, calls } = openAdmin({ 'GET /api/events/e1/areas': [200, { areas: LISTED }], [call]: () => answer });
    await screen.findAllByTestId('occupancy');
    const question = await choose(user, title, menu);
    for (const words of says) question.getByText(words);
    const cancel = question.getByRole('button', { name: 'Cancel' });
    expect(document.activeElement).toBe(cancel);
    await user.click(cancel);
    await dialogsClosed();
    const made = () =>
      calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
    expect(made()).toEqual([]);

    const again = await choose(user, title, menu);
    const confirm = again.getByRole('button', { name: title });
    await user.click(confirm);
    // A failed reset leaves only a line in the log.
    if (failure === null) await waitFor(() => expect(warn).toHaveBeenCalledOnce());
    else expect((await again.findByRole('alert')).textContent).toBe(failure);
    await waitFor(() => expect(isBusy(again.getByRole('button', { name: title }))).toBe(false));
    expect(again.queryByRole('alert') === null).toBe(failure === null);
    answer = [200, { success: true }];
    await user.click(confirm);
    await dialogsClosed();
    expect(made()).toEqual([
      [call, undefined],
      [call, undefined],
    ]);
  },
);
