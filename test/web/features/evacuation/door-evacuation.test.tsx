import { act, screen, waitFor } from '@testing-library/react';
import type { RefObject } from 'react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { twinOf } from '../../../../src/shared/evacuation/side-areas';
import { parseJson } from '../../../../src/shared/protocol/parse-json';
import { UpdateOccupancySchema } from '../../../../src/shared/protocol/up';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { changeDevice } from '../../../../web/src/device/device';
import { asNew, cards, counts, joinRoom, makeDoorScreen, openDoor } from '../../support/dashboard';
import { CALM_AFTER_TAP_MS } from '../../../../web/src/features/counting/press/use-no-recent-taps';
import { alert } from '../../support/alerts';
import { stubAudio } from '../../support/fake-audio';
import { CAR_PARK, DRILL, EVACUATION } from '../../support/evacuations';

/** The cards and rows that were rendered, as the element that each holds. */
const rendered = vi.hoisted((): RefObject<HTMLElement | null>[] => []);
vi.mock(import('../../../../web/src/features/counting/areas/use-kept-focus'), async (original) => {
  const { useKeptFocus } = await original();
  return {
    useKeptFocus: (card) => {
      rendered.push(card);
      useKeptFocus(card);
    },
  };
});

/** Tests what a door shows during an evacuation or drill, and on which area its taps count (docs/product.md, V4). */

let starts: ReturnType<typeof stubAudio>;
beforeEach(() => {
  asNew();
  starts = stubAudio();
});
beforeAll(() => import('../../../../web/src/features/evacuation/evacuation-band'));

async function open(path?: string) {
  const opened = await openDoor(path);
  const tell = (evacuation: Evacuation | null) =>
    opened.room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation });
  /** The taps that the device has sent, as area and change. */
  const sent = () =>
    opened.room.sent.flatMap((text) => {
      const { data } = UpdateOccupancySchema.safeParse(parseJson(text));
      return (data?.taps ?? []).map(({ areaId, change }) => [areaId, change]);
    });
  return { ...opened, tell, sent };
}

const band = () => screen.findByRole('region', { name: /EVACUATION|DRILL/ });
const pad = (name: string) => screen.findByRole('button', { name });

describe('an evacuation', () => {
  test('is shown over the pads with who is still inside, and heard; taps count on the areas themselves', async () => {
    const { tell, user, sent } = await open();
    await tell(EVACUATION);
    expect((await band()).textContent).toMatch(/^EVACUATION[\d:]+Count everybody who leaves\./);
    expect(screen.getByTestId('remaining').textContent).toBe('7');
    expect((await band()).dataset['evacuation']).toBe('evacuation');
    await waitFor(() => expect(starts).toHaveBeenCalled());
    await user.click(await pad('Remove one from Main Stage'));
    await waitFor(() => expect(sent()).toEqual([['a1', -1]]));
    expect(screen.getByTestId('remaining').textContent).toBe('6');
  });

  test('has no word on how full a place is, and a word on the large pads', async () => {
    const { tell, room } = await open();
    await room.receive({ type: 'alerts_changed', eventId: 'e1', alerts: [alert()] });
    await screen.findAllByText(/90% full/);
    await tell(EVACUATION);
    await band();
    await waitFor(() => expect(document.body.textContent).not.toMatch(/full|capacity|of 500|Acknowledge/));
    expect(screen.queryAllByRole('meter')).toEqual([]);
    expect(document.querySelectorAll('[data-word="OUT"]')).toHaveLength(2);
  });

  test('makes − the large pad where + was, and + stays as the small one', async () => {
    const { tell } = await open();
    const labels = () =>
      [...(document.querySelector('.pads')?.querySelectorAll('button') ?? [])].map((each) => [
        each.getAttribute('aria-label'),
        each.className.includes('bg-accent'),
      ]);
    const [out, into] = ['Remove one from Main Stage', 'Add one to Main Stage'];
    expect(labels()).toEqual([
      [out, false],
      [into, true],
    ]);
    await tell(EVACUATION);
    expect(labels()).toEqual([
      [into, false],
      [out, true],
    ]);
    await tell(null);
    expect(labels()[1]).toEqual([into, true]);
  });

  test('turns a door that counts entries to exits, also beyond the known people', async () => {
    changeDevice({ direction: 'in' });
    const { tell, room, user, sent } = await open();
    await tell(EVACUATION);
    await room.receive({
      type: 'occupancy_updated',
      eventId: 'e1',
      version: 9,
      areas: [{ areaId: 'a1', currentOccupancy: 0, totalEntries: 3, totalExits: 3, lastUpdatedAt: null, version: 9 }],
    });
    await user.click(await pad('Remove one from Main Stage'));
    await waitFor(() => expect(sent()).toEqual([['a1', -1]]));
  });
});

describe('a drill', () => {
  test('offers to undo only taps of the drill', async () => {
    const { tell, user } = await open();
    await user.click(await pad('Add one to Bar'));
    await screen.findByRole('button', { name: 'Undo +1 Bar' });
    await tell(DRILL);
    await waitFor(() => expect(cards()).toEqual(['DRILL · Main Stage', 'DRILL · Bar']), {
      timeout: 2 * CALM_AFTER_TAP_MS,
    });
    expect(screen.queryByRole('button', { name: 'Undo +1 Bar' })).toBeNull();
    await user.click(await pad('Remove one from DRILL · Bar'));
    await screen.findByRole('button', { name: 'Undo −1 DRILL · Bar' });
  });

  test('says so on every card, and its taps count on the twins', async () => {
    const { tell, user, sent } = await open();
    await tell(DRILL);
    expect((await band()).dataset['evacuation']).toBe('drill');
    expect(cards()).toEqual(['DRILL · Main Stage', 'DRILL · Bar']);
    await user.click(await pad('Remove one from DRILL · Main Stage'));
    await waitFor(() => expect(sent()).toEqual([[twinOf('a1'), -1]]));
    expect(counts()).toEqual(['2', '4']);
    await tell(null);
    // The pads wait until nobody counts.
    expect(cards()).toEqual(['DRILL · Main Stage', 'DRILL · Bar']);
  });

  test('does not change the pads under a thumb: until nobody counts, taps are those of the day', async () => {
    // The fake of IndexedDB counts on setImmediate: after each, the promises of a transaction go on.
    vi.useFakeTimers({ shouldAdvanceTime: true, toNotFake: ['setImmediate'] });
    const { tell, user, sent, room } = await open();
    /** Taps, and acknowledges the tap: the next one is sent only then. */
    const tap = async (name: string, seq: number) => {
      await user.click(await pad(name));
      await waitFor(() => expect(sent()).toHaveLength(seq));
      await room.receive({ type: 'ack', seq, version: seq });
    };
    await tap('Add one to Main Stage', 1);
    await tell(DRILL);
    expect((await band()).textContent).toContain('The pads change when you pause for a moment.');
    await tap('Add one to Main Stage', 2);
    await act(async () => vi.advanceTimersByTimeAsync(6_000));
    await tap('Remove one from DRILL · Main Stage', 3);
    expect(sent()).toEqual([
      ['a1', 1],
      ['a1', 1],
      [twinOf('a1'), -1],
    ]);
  });

  test('renders only the card again whose pad is tapped', async () => {
    const { tell, user, sent } = await open();
    await tell(DRILL);
    await band();
    const out = await pad('Remove one from DRILL · Main Stage');
    rendered.length = 0;
    await user.click(out);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(counts()).toEqual(['2', '4']);
    const names = new Set(rendered.map(({ current }) => current?.getAttribute('aria-label')));
    expect([...names]).toEqual(['DRILL · Main Stage']);
  });

  test('shows the door’s own area, and comes with the first sync, too', async () => {
    changeDevice({ doors: [{ eventId: 'e1', areaId: 'a2' }] });
    makeDoorScreen();
    await open();
    await joinRoom({ evacuation: DRILL });
    await band();
    expect(cards()).toEqual(['DRILL · Bar']);
  });
});

test('a device counts arrivals at the assembly point that was chosen on it, also after a reload', async () => {
  const { tell, user, sent } = await open();
  await tell(EVACUATION);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Counts at' }), 'Assembly: Car park');
  expect(cards()).toEqual(['Car park']);
  expect(await band()).toHaveProperty(
    'textContent',
    expect.stringContaining('Count everybody who arrives at Car park.'),
  );
  await user.click(await pad('Add one to Car park'));
  await waitFor(() => expect(sent()).toEqual([[CAR_PARK.areaId, 1]]));
  expect(screen.queryByRole('button', { name: 'Remove one from Car park' })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Counts at' }), 'My exit');
  await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Bar']));
});

test('an order does not hide it: the evacuation stands first', async () => {
  const { tell, room } = await open();
  await room.receive({
    type: 'orders_changed',
    eventId: 'e1',
    orders: [
      {
        orderId: 'o1',
        kind: 'hold',
        target: { type: 'event' },
        isForYou: true,
        note: null,
        givenAt: '2026-11-20T22:41:00.000Z',
        givenBy: null,
      },
    ],
  });
  await tell(EVACUATION);
  await band();
  await screen.findByRole('button', { name: 'Got it' });
  const [evacuation, orders] = [document.querySelector('[data-evacuation]'), document.querySelector('[data-orders]')];
  expect(evacuation && orders && evacuation.compareDocumentPosition(orders)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
