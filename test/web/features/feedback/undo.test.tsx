import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../../web/src/lib/device';
import { area, sync } from '../../support/areas';
import { BAR, CODE_API } from '../../support/counting-screen';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';
import { asNew, pad, tapOn } from '../../support/counting-list';
import { stubMotor, stubSound } from '../../support/strict-fakes';

const IN = [20];
const UNDONE = [40, 60, 40];

/** An event to count in, as far as the last tap is felt or heard as the device says. */
async function open() {
  stubApi(CODE_API);
  renderApp('/app');
  await screen.findByRole('button', { name: 'Add one to Bar' });
  const undo = await screen.findByRole('button', { name: 'Undo' });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ areas: [area(), BAR] }));
  return {
    tap: () => tapOn(pad('Add one to Bar')),
    undo: async () => {
      await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBe('false'));
      fireEvent.click(undo, { detail: 0 });
      await waitFor(() => screen.getByText(/^Undone: \+1 Bar/));
    },
  };
}

beforeEach(() => {
  stubSockets();
  asNew();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('what is undone is felt apart from a count, where counts are felt', async () => {
  const felt = stubMotor();
  changeDevice({ feedback: 'vibration' });
  const { tap, undo } = await open();
  await vi.waitFor(() => {
    tap();
    expect(felt).toContainEqual(IN);
  });
  await undo();
  expect(felt.at(-1)).toEqual(UNDONE);
});

test('it is heard, and not felt, where counts are heard', async () => {
  const felt = stubMotor();
  const { tones, touch } = stubSound();
  changeDevice({ feedback: 'sound' });
  const { tap, undo } = await open();
  touch();
  await vi.waitFor(() => {
    tap();
    expect(tones.map(({ hz }) => hz)).toContain(880);
  });
  await act(async () => undo());
  await waitFor(() => expect(tones.slice(-2).map(({ hz }) => hz)).toEqual([880, 587]));
  expect(felt).toEqual([]);
});

test('it is neither where the feedback of counts is off', async () => {
  const felt = stubMotor();
  changeDevice({ feedback: 'off' });
  const { tap, undo } = await open();
  tap();
  await undo();
  expect(felt).toEqual([]);
});
