import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { asNew, counts, dialogsClosed, joinRoom, MAIN, openAdmin } from '../../support/dashboard';

const gate = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('../../../../web/src/features/commands/commands', async (original) => {
  await gate.promise;
  return original();
});
beforeEach(asNew);

test('while the menu loads, it says so, no key counts, and Escape gives it up', async () => {
  const { user } = openAdmin({ 'GET /api/events/e1/areas': [200, { areas: [MAIN] }] });
  await joinRoom({ areas: [MAIN] });
  await screen.findAllByTestId('occupancy');
  const before = counts();
  await user.keyboard('{Control>}k{/Control}');
  screen.getByRole('dialog', { name: 'Loading…' });
  await user.keyboard('+');
  expect(counts()).toEqual(before);
  await user.keyboard('{Escape}');
  await dialogsClosed();
  gate.resolve();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await user.keyboard('{Escape}');
  await dialogsClosed();
  await user.keyboard('+');
  await waitFor(() => expect(counts()).not.toEqual(before));
});
