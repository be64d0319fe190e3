import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { computePlan } from '../../../../src/shared/rules/capacity-rules/compute-plan';
import type { CapacityPlan, NewCapacityPlan } from '../../../../src/shared/rules/capacity-rules/plan';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Flow } from '../../../../src/shared/schemas/flow';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { laterTextsLoaded } from '../../../../web/src/texts/later-texts';
import { speak } from '../../../../web/src/texts/texts';
import { EVENT } from '../../support/account';
import { ADMIN_API, BROKEN, joinRoom, MAIN, openAdmin, openApp, press, TWO_EVENTS_API } from '../../support/dashboard';
import { deferred } from '../../support/deferred';
import type { Answer } from '../../support/stub-api';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/capacity/capacity-screen'));

const PATH = '/api/events/e1/capacity-plan';
const PLAN: NewCapacityPlan = {
  place: 'at-oo',
  units: 'metric',
  isOutdoors: false,
  spaces: [{ name: 'Hall', areaId: 'a1', use: 'standing', size: 20 }],
  exits: [{ name: 'Gate', width: 100, isStair: true }],
  escapeMinutes: 5,
  own: 45,
  peoplePerManager: 250,
  exitRate: null,
};
const saved = (plan: NewCapacityPlan): CapacityPlan => ({
  ...plan,
  result: computePlan(plan),
  computedAt: '2026-11-20T18:00:00.000Z',
});
const minutes = Array.from({ length: 60 }, () => ({ ins: 0, outs: 4, occupancy: 7 }));
const FLOW: Flow = {
  eventId: 'e1',
  lastMinuteAt: new Date(Date.now() - 60_000).toISOString(),
  venue: minutes,
  areas: [{ areaId: 'a1', minutes }],
};
const API = {
  'GET /api/events/e1/flow': [200, FLOW] as const,
  'GET /api/events/e1/devices': [200, { devices: [] }] as const,
};
const open = (plan: CapacityPlan | null, api: Parameters<typeof openAdmin>[0] = {}) =>
  openAdmin({ ...API, [`GET ${PATH}`]: [200, { plan }], ...api }, '/app/capacity');

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('a plan is typed, computed at once with its rules, and saved with the event', async () => {
  const { user, made } = open(null, { [`PUT ${PATH}`]: [200, { plan: saved(PLAN) }] });
  const result = await section('What the rules say');
  result.getByText('This is advice. The authority decides.');
  result.getByText('Nothing to compute yet.');
  fill('Place', 'at-oo');
  await press(user, 'Add a space');
  result.getByText('Fill in sizes and widths above 0 to see a result.');
  fill('Space 1: name', 'Hall');
  fill('Space 1: size in m²', '20');
  await waitFor(() => expect(screen.getByLabelText('Space 1: area').textContent).toContain('Main Stage'));
  fill('Space 1: area', 'a1');
  await press(user, 'Add an exit');
  fill('Exit 1: name', 'Gate');
  fill('Exit 1: clear width in cm', '100');
  await user.click(screen.getByLabelText('Exit 1 is a stair'));
  // On the screen and on paper.
  expect(screen.getAllByText(/say nothing about stairs/)).toHaveLength(2);
  fill('Your own number of people', '45');
  result.getByText('45 people. Your own number decides.');
  const rows = result.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([
    'Hall: Standing, 20 m²505 per 2 m²',
    'Gate: 100 cm, stair1001 per 1 cm of width',
    'Your own number45–',
  ]);
  result.getByText(/^Oö\. Veranstaltungssicherheitsverordnung § 2 .*read on/);
  await press(user, 'Save plan');
  await screen.findByText('The plan is saved.');
  expect(made('PUT')).toEqual([PLAN]);
});

test('second-hand rules are marked on the screen and on paper, and what was not read is left out', async () => {
  open(saved({ ...PLAN, place: 'de-nw', own: null }));
  const result = await section('What the rules say');
  result.getByText('Second-hand: the rule itself was not read.');
  result.getByText('No rule was read: left out');
  const paper = document.querySelector('article.paper');
  expect(paper?.textContent).toContain('2 per 1 m² (Second-hand: the rule itself was not read.)');
  expect(paper?.textContent).toContain('This is advice. The authority decides.');
  expect(paper?.textContent).toContain('No rule was read: left out');
  expect(paper?.querySelector('h1')?.textContent).toBe(EVENT.eventName);
});

test('numbers of the saved plan are taken over as capacity or limit, but not those of a changed one', async () => {
  let stored: Event = EVENT;
  const { user, made } = open(saved(PLAN), {
    'GET /api/events': () => [200, [stored]],
    'PUT /api/events/e1/venue': [200, EVENT],
    'PATCH /api/areas/a1': [200, {}],
  });
  const takeOver = await section('Take over');
  const venue = await takeOver.findByRole('button', { name: 'Venue: 45' });
  // Another window has saved this meanwhile, and no message has said so.
  stored = { ...EVENT, venue: { capacity: 90, staffAllowance: 30, safetyMarginPercent: 5, alertThresholds: [60] } };
  await user.click(venue);
  await screen.findByText('Venue is set to 45.');
  expect(made('PUT')).toEqual([{ ...stored.venue, capacity: 45 }]);
  fireEvent.change(takeOver.getByLabelText('As'), { target: { value: 'fire' } });
  await user.click(await takeOver.findByRole('button', { name: 'Main Stage: 50' }));
  await screen.findByText('Main Stage is set to 50.');
  const condition = expect.stringMatching(/^Capacity assistant, .*2026: Oö\. Veranstaltungssicherheitsverordnung/);
  expect(made('PATCH')).toEqual([{ limits: [{ kind: 'fire', capacity: 50, condition }] }]);
  fill('Your own number of people', '44');
  expect(takeOver.getByRole<HTMLButtonElement>('button', { name: 'Venue: 45' }).disabled).toBe(true);
});

test('density, crowd managers and the time to empty follow the people who are inside', async () => {
  open(saved(PLAN));
  await joinRoom({ areas: [{ ...MAIN, currentOccupancy: 50 }] });
  const now = await section('Now');
  await waitFor(() => now.getByText('Empty at the measured rate'));
  const rows = now.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([
    'Venue502.5 per m², critical: flow begins to fall',
    'Main Stage502.5 per m², critical: flow begins to fall',
  ]);
  const line = (name: string) => now.getByText(name).nextSibling?.textContent;
  expect(line('Crowd managers needed')).toBe('2');
  await waitFor(() => expect(line('Empty at the measured rate')).toBe('13 min'));
  // One meter of exit at 82 people a minute.
  expect(line('Empty at the planned rate')).toBe('1 min');
});

test('an address that names an event shows the plan of that event, whichever is selected', async () => {
  const api = { ...TWO_EVENTS_API, 'GET /api/events/e2/capacity-plan': [200, { plan: null }] as const };
  openAdmin(api, '/app/capacity?event=e2');
  await screen.findByRole('heading', { name: 'Capacity Assistant' });
  screen.getByText(/^Summer\./);
  expect(screen.getByRole('link', { name: 'Back to counting' }).getAttribute('href')).toBe('/app?event=e2');
});

test('an event that is not known is waited for, can fail to load, or does not exist; without one, one is to be selected', async () => {
  const [failed, loaded] = [deferred<Answer>(), deferred<Answer>()];
  const answers = [failed, loaded];
  const api = { 'GET /api/events': () => answers.shift()?.promise ?? loaded.promise };
  const { user } = openAdmin(api, '/app/capacity?event=e9');
  await screen.findByText('Loading…');
  expect(screen.queryByText('Please select an event first.')).toBeNull();
  failed.resolve(BROKEN);
  await screen.findByRole('heading', { name: 'Something went wrong.' });
  await press(user, 'Try again');
  loaded.resolve([200, [EVENT]]);
  await screen.findByRole('heading', { name: 'This event does not exist, or it belongs to another account.' });
  cleanup();
  localStorage.removeItem('headroom.selectedEventId');
  openApp(ADMIN_API, '/app/capacity');
  await screen.findByText('Please select an event first.');
});

test('the overview has the present moment of an event with a plan on one line, on request', async () => {
  const overview = { ...API, [`GET ${PATH}`]: [200, { plan: saved(PLAN) }] as const };
  const { user, made } = openAdmin(overview, '/app/overview');
  await joinRoom({ areas: [{ ...MAIN, currentOccupancy: 50 }] });
  expect(made('GET', 'capacity-plan'), 'nothing is asked before').toEqual([]);
  await user.click(await screen.findByText('Density and time to empty'));
  const link = await screen.findByRole('link', { name: 'Capacity Assistant' });
  expect(link.getAttribute('href')).toBe('/app/capacity?event=e1');
  await waitFor(() =>
    expect(link.closest('p')?.textContent).toBe(
      'Capacity Assistant: 2.5 per m², critical: flow begins to fall · crowd managers needed: 2 · ' +
        'empty in 13 min at the measured rate · in 1 min at the planned rate',
    ),
  );
});

test('the assistant speaks German', async () => {
  speak(german);
  await laterTextsLoaded();
  open(saved({ ...PLAN, place: 'us', units: 'us' }));
  await screen.findByRole('heading', { name: 'Kapazitätsassistent', level: 1 });
  const result = await section('Was die Regeln sagen');
  result.getByText('4 Personen. Es entscheidet: Fläche.');
  expect(result.getByText('Aus zweiter Hand: Die Regel selbst wurde nicht gelesen.').tagName).toBe('STRONG');
});
