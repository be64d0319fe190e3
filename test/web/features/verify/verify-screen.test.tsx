import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { fingerprintText } from '../../../../src/shared/evidence/fingerprint';
import { AppRoutes } from '../../../../web/src/app/app';
import { SEALED_FOLDER, SEALED_REPORT, sealedPack } from '../../../support/sealed-pack';
import { stubApi } from '../../support/stub-api';

const KEYS = 'GET /api/evidence-keys';
/** An unsigned pack whose report has this text, and the fingerprint of its seal. */
async function packWith(report: string) {
  const { bytes, fingerprint } = await sealedPack({ report });
  return { file: new File([bytes], 'pack.zip', { type: 'application/zip' }), fingerprint };
}

let calls: ReturnType<typeof stubApi>;
beforeEach(async () => {
  // jsdom has no WebCrypto.
  const { webcrypto } = await vi.importActual<{ webcrypto: Crypto }>('node:crypto');
  vi.stubGlobal('crypto', webcrypto);
  calls = stubApi({ [KEYS]: [200, { keys: [] }] });
});

async function openScreen() {
  render(
    <MemoryRouter initialEntries={['/verify']}>
      <AppRoutes />
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Check an evidence pack' });
  return userEvent.setup();
}

const choose = async (user: ReturnType<typeof userEvent.setup>, file: File) => {
  await user.upload(screen.getByLabelText('Evidence pack (ZIP file)'), file);
  await user.click(screen.getByRole('button', { name: 'Check' }));
};

test('an unchanged pack is shown as such, with the day, to anyone, and nothing but the keys is asked for', async () => {
  const user = await openScreen();
  const { file, fingerprint } = await packWith(SEALED_REPORT);
  await user.type(screen.getByLabelText(/Fingerprint/), fingerprintText(fingerprint));
  await choose(user, file);
  const result = await screen.findByRole('region', { name: 'Result' });
  const heading = within(result).getByRole('heading');
  // There is no signature, so not everything could be checked.
  expect(heading.textContent).toBe('Nothing is wrong, but not everything could be checked');
  expect(document.activeElement).toBe(heading);
  within(result).getByText('Harbor Night, Fri, Nov 20, 2026');
  expect(
    within(result)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Note: Seals without a signature, because the installation had no key then: 1.',
    'In order: Files that are as they were sealed: 1.',
    'In order: The chain of seals is unbroken. Seals: 1.',
    'In order: The fingerprint from outside is that of seal 1 (Fri, Nov 20, 2026, revision 1): that day and all days sealed before it are as they were then.',
  ]);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([KEYS]);
});

test('a changed file is named, what is wrong comes first, and a new choice clears the result', async () => {
  const user = await openScreen();
  const { file } = await packWith(SEALED_REPORT.replace('122', '121'));
  await choose(user, file);
  const result = await screen.findByRole('region', { name: 'Result' });
  within(result).getByRole('heading', { name: 'Something was changed' });
  expect(within(result).getAllByRole('listitem')[0]?.textContent).toBe(
    `Wrong: ${SEALED_FOLDER}/report.en.html is not as it was sealed for Fri, Nov 20, 2026: it was changed.`,
  );
  await user.upload(screen.getByLabelText('Evidence pack (ZIP file)'), (await packWith(SEALED_REPORT)).file);
  expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
});

test('a page that is not secure says so and offers no check', async () => {
  vi.stubGlobal('crypto', {});
  await openScreen();
  expect(screen.getByRole('alert').textContent).toMatch(/HTTPS/);
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
});

test('what cannot be checked is said: no file, no fingerprint, no pack', async () => {
  const user = await openScreen();
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a file first.');
  await user.type(screen.getByLabelText(/Fingerprint/), '3f2a');
  await choose(user, (await packWith(SEALED_REPORT)).file);
  expect((await screen.findByRole('alert')).textContent).toMatch(/at least eight groups/);
  await user.clear(screen.getByLabelText(/Fingerprint/));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await choose(user, new File(['text'], 'notes.zip'));
  expect((await screen.findByRole('alert')).textContent).toBe('This file is no evidence pack, or it is damaged.');
});
