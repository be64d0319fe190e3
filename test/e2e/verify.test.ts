import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { type PackOptions, SEALED_NIGHT, sealedPack } from '../support/sealed-pack';
import { PHONE, withBrowser } from './support/browser';
import { inspect } from './support/steps';

const { openDevice, pageErrors } = withBrowser();

/** The browser's own WebCrypto under the site's policy, which no other test has. */
test('a browser checks a pack without an account: signed and intact, and changed by one digit', async () => {
  const page = await openDevice(PHONE);
  await page.goto('/verify');
  const check = async (changes: NonNullable<PackOptions['changes']> = {}) => {
    const { bytes, fingerprint } = await sealedPack({ isSigned: true, files: SEALED_NIGHT, changes });
    const file = { name: 'pack.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) };
    await page.getByLabel('Evidence pack (ZIP file)').setInputFiles(file);
    await page.getByLabel('Fingerprint from outside (optional)').fill(fingerprint);
    await page.getByRole('button', { name: 'Check this file' }).click();
  };
  const ask = async (time: string) => {
    await page.getByLabel('Time of day').fill(time);
    await page.getByRole('button', { name: 'Show' }).click();
  };
  await check();
  await page.getByRole('heading', { name: 'Only the fingerprint vouches for these files' }).waitFor();
  // The signature is right, by a key that this installation does not serve.
  await page.getByText('Seals that no key of this installation has signed: 1.').waitFor();
  await ask('23:42:10');
  await page.getByText('Nov 20, 2026 23:42:10: 3 inside, 5 with 2 staff').waitFor();
  await inspect(page, 'verify-intact');
  await check({ 'ledger.csv': SEALED_NIGHT['ledger.csv'].replace('Hall,2,1,2,0', 'Hall,2,1,1,0') });
  await page.getByRole('heading', { name: 'Something was changed' }).waitFor();
  await page.getByText('2026-11-20 revision 1/ledger.csv is not as it was sealed').waitFor();
  await page.getByText('Hall, in: report 4, ledger 3.').waitFor();
  await ask('23:42:10');
  await page.getByText('This answer rests on changed data').waitFor();
  await inspect(page, 'verify-changed');
  expect(pageErrors).toEqual([]);
});
