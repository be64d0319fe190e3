import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { OwnDataView } from '../../../web/src/features/account/settings/own-data-view';
import { catchDownloads, type SavedFile, streamingServer } from '../support/downloads';
import { isBusy } from '../support/is-busy';

const ATTACHMENT = {
  'content-type': 'application/json',
  'content-disposition': "attachment; filename*=UTF-8''Headroom%20account%202026-11-22.json",
};
let saved: readonly SavedFile[] = [];

beforeEach(() => {
  saved = catchDownloads();
  vi.spyOn(console, 'warn').mockReturnValue();
});

const button = () => screen.getByRole('button', { name: /^Download/ });

test('the account’s data comes as a stream, once at a time, and is saved under the server’s name', async () => {
  const server = streamingServer(ATTACHMENT);
  render(<OwnDataView />);
  await userEvent.click(button());
  expect(isBusy(button())).toBe(true);
  await userEvent.click(button());
  expect(server.asked).toEqual(['/api/users/export']);
  server.send('{"account":');
  server.send('{}}');
  server.end();
  expect((await screen.findByRole('status')).textContent).toBe('Downloaded as “Headroom account 2026-11-22.json”.');
  expect(saved.map((it) => [it.name, it.file.size])).toEqual([['Headroom account 2026-11-22.json', 14]]);
  expect(isBusy(button())).toBe(false);
});

test('what breaks off is no file', async () => {
  const server = streamingServer(ATTACHMENT);
  render(<OwnDataView />);
  await userEvent.click(button());
  server.send('{"account":');
  server.breakOff();
  expect((await screen.findByRole('alert')).textContent).toBe('Your data could not be downloaded. Please try again.');
  expect(saved).toEqual([]);
});

test('a refusal says why', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Too much.', code: 'too_many_attempts' }, { status: 429 }));
  render(<OwnDataView />);
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('Too much.');
});

test('whoever leaves does not wait for it', async () => {
  const server = streamingServer(ATTACHMENT);
  const { unmount } = render(<OwnDataView />);
  await userEvent.click(button());
  unmount();
  expect(server.isCancelled()).toBe(true);
  expect(saved).toEqual([]);
});
