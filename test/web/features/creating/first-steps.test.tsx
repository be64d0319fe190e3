import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { loggedIn } from '../../support/new-account';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';
import { inGerman } from '../../support/in-german';

const SELECTED = 'headroom.selectedEventId';
const button = (name: string) => screen.getByRole('button', { name });
const step = async (name: string) => within(await screen.findByRole('region', { name }));
/** The buttons that stand out, as the style says it; an area's pads are none. */
const primaries = () =>
  [...document.querySelectorAll('button.bg-accent:not([data-area-id] *)')].map(({ textContent }) => textContent);

beforeEach(stubSockets);

describe('without events', () => {
  test('the empty screen keeps its words and has the form: one primary button, and no dialog', async () => {
    stubApi(loggedIn());
    const { user } = renderApp('/app');
    const form = await step('Your first event');
    screen.getByRole('heading', { name: 'Please select an event to begin.' });
    screen.getByText('Please select an event to view its areas.');
    button('Select Event');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(primaries()).toEqual(['Create Event']);
    const field = form.getByLabelText('Event Name');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Enter}');
    expect(form.getByRole('alert').textContent).toBe('Event name is required.');
    await user.type(field, 'Open Air');
    expect(form.queryByRole('alert')).toBeNull();
  });

  test('a refusal stands in the form; what was made is selected, and its first area is next', async () => {
    let answer: Answer = refusal(409, 'You have reached the limit for this.', 'limit_reached');
    const api = loggedIn();
    stubApi({
      ...api,
      'POST /api/events': (call) => (answer[0] === 201 ? api['POST /api/events'](call) : answer),
    });
    const { user } = renderApp('/app');
    const form = await step('Your first event');
    await user.type(form.getByLabelText('Event Name'), 'Open Air{Enter}');
    expect((await form.findByRole('alert')).textContent).toBe('You have reached the limit for this.');
    answer = [201, {}];
    await user.click(form.getByRole('button', { name: 'Create Event' }));
    await screen.findByRole('heading', { name: 'Open Air' });
    expect(localStorage.getItem(SELECTED)).toBe('e1');
    const next = await step('The first area');
    expect(document.activeElement).toBe(next.getByLabelText('Area Name'));
    expect(screen.queryByRole('region', { name: 'Your first event' })).toBeNull();
  });

  test('the news of the event may come before the answer: it is selected all the same', async () => {
    const answer = deferred<Answer>();
    stubApi({ ...loggedIn(), 'POST /api/events': () => answer.promise });
    const { user } = renderApp('/app');
    const form = await step('Your first event');
    await user.type(form.getByLabelText('Event Name'), 'Open Air{Enter}');
    const hub = await socketTo('/api/account/socket');
    await hub.open();
    await hub.receive({ type: 'event_created', event: EVENT });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your first event' })).toBeNull());
    answer.resolve([201, EVENT]);
    await screen.findByRole('heading', { name: EVENT.eventName });
  });

  test('a dialog that asks for the same has the only field of that name; closed, it leaves the form without the focus', async () => {
    stubApi(loggedIn());
    const { user } = renderApp('/app');
    await step('Your first event');
    await user.click(button('Select Event'));
    await user.click(await screen.findByRole('button', { name: '+ Create New Event' }));
    await screen.findByRole('dialog', { name: 'Create Event' });
    expect(screen.getAllByLabelText('Event Name')).toHaveLength(1);
    await user.click(button('Cancel'));
    await step('Your first event');
    const heading = screen.getByRole('heading', { name: 'Please select an event to begin.' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

test('with several events and none selected there is only the choice', async () => {
  stubApi(loggedIn([EVENT, { ...EVENT, eventId: 'e2', eventName: 'Summer' }]));
  renderApp('/app');
  await screen.findByText('Please select an event to begin.');
  expect(primaries()).toEqual(['Select Event']);
  expect(screen.queryByRole('region', { name: 'Your first event' })).toBeNull();
});

describe('without areas', () => {
  beforeEach(() => localStorage.setItem(SELECTED, 'e1'));

  test('the empty event keeps its words and has the form, with the dialog’s refusals', async () => {
    const calls = stubApi(loggedIn([EVENT]));
    const { user } = renderApp('/app');
    const form = await step('The first area');
    screen.getByText('This event has no areas yet.');
    button('+ Add New Area');
    expect(primaries()).toEqual(['Add']);
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(form.getByRole('alert').textContent).toBe('Both fields are required.');
    await user.type(form.getByLabelText('Area Name'), ' Terrace ');
    await user.type(form.getByLabelText('Capacity'), '1.5{Enter}');
    form.getByText('Whole numbers only.');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('the dialog has the only fields of those names', async () => {
    stubApi(loggedIn([EVENT]));
    const { user } = renderApp('/app');
    await step('The first area');
    await user.click(button('+ Add New Area'));
    await screen.findByRole('dialog', { name: 'Add New Area' });
    expect(screen.getAllByPlaceholderText('e.g., Main Stage')).toHaveLength(1);
  });

  test.each(['The first area', 'Add New Area'])('%s: after it comes the code to share', async (way) => {
    stubApi(loggedIn([EVENT]));
    const { user } = renderApp('/app');
    await step('The first area');
    if (way === 'Add New Area') await user.click(button('+ Add New Area'));
    await user.type(await screen.findByLabelText('Area Name'), 'Main Stage');
    await user.type(screen.getByLabelText('Capacity'), '500{Enter}');
    const share = await step('Share the access code');
    share.getByText('ABCD-2346');
    await screen.findByRole('article', { name: 'Main Stage' });
    expect(primaries()).toEqual(['Share with door staff']);
    expect(screen.queryByRole('region', { name: 'The first area' })).toBeNull();
  });
});

describe('the code to share', () => {
  async function openShare() {
    localStorage.setItem(SELECTED, 'e1');
    stubApi(loggedIn([EVENT]));
    const { user } = renderApp('/app');
    await user.type(await screen.findByLabelText('Area Name'), 'Main Stage');
    await user.type(screen.getByLabelText('Capacity'), '500{Enter}');
    const share = await step('Share the access code');
    return { user, share };
  }
  const isGone = () => waitFor(() => expect(screen.queryByRole('region', { name: /Share/ })).toBeNull());
  const heading = () => screen.getByRole('heading', { name: EVENT.eventName });

  test('has the focus, which its form has left', async () => {
    const { share } = await openShare();
    expect(document.activeElement).toBe(share.getByRole('button', { name: 'Share with door staff' }));
  });

  test('goes once it was copied and that was said', async () => {
    const { user, share } = await openShare();
    await user.click(share.getByRole('button', { name: 'Copy' }));
    await share.findByText('Copied!');
    expect(await navigator.clipboard.readText()).toBe('ABCD2346');
    await isGone();
    expect(document.activeElement).toBe(heading());
  });

  test('goes once it is shared; from there the focus comes back to the page', async () => {
    const { user, share } = await openShare();
    await user.click(share.getByRole('button', { name: 'Share with door staff' }));
    await screen.findByRole('dialog', { name: 'Share Event' });
    await isGone();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  test('goes when it is shared by the button beside the name', async () => {
    const { user } = await openShare();
    await user.click(button('Share'));
    expect(await screen.findByRole('dialog', { name: 'Share Event' })).toBeTruthy();
    await isGone();
  });

  test('can be put off, and does not come back with a second area', async () => {
    const { user, share } = await openShare();
    await user.click(share.getByRole('button', { name: 'Close' }));
    await isGone();
    await user.click(button('+ Add New Area'));
    await user.type(await screen.findByLabelText('Area Name'), 'Bar');
    await user.type(screen.getByLabelText('Capacity'), '50{Enter}');
    expect(await screen.findByRole('article', { name: 'Bar' })).toBeTruthy();
    await isGone();
  });
});

test('an event that has areas never sees a step', async () => {
  localStorage.setItem(SELECTED, 'e1');
  stubApi(loggedIn([EVENT], [area()]));
  renderApp('/app');
  await screen.findByRole('article', { name: 'Main Stage' });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync());
  expect(screen.queryByRole('region', { name: /first|Share/ })).toBeNull();
});

describe('in German', () => {
  inGerman();
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  test('the steps speak it', async () => {
    stubApi(loggedIn());
    const { user } = renderApp('/app');
    await step('Ihre erste Veranstaltung');
    await user.type(screen.getByLabelText('Name der Veranstaltung'), 'Sommerfest{Enter}');
    await step('Der erste Bereich');
    await user.type(screen.getByLabelText('Name des Bereichs'), 'Halle');
    await user.type(screen.getByLabelText('Kapazität'), '500');
    await user.click(button('Hinzufügen'));
    const share = await step('Zugangscode teilen');
    expect(share.getByRole('button', { name: 'Mit dem Team teilen' })).toBeTruthy();
  });
});
