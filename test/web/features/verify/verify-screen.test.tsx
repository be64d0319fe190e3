import { fireEvent, render, screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { fingerprintText } from '../../../../src/shared/sealed/fingerprint';
import { AppRoutes } from '../../../../web/src/app/app';
import { SEALED_FOLDER, SEALED_NIGHT, SEALED_REPORT, sealedPack } from '../../../support/sealed-pack';
import { stubPackEffects } from '../../support/pack-effects';
import { stubApi } from '../../support/stub-api';

const KEYS = 'GET /api/evidence-keys';
/** An unsigned pack whose report has this text, and the fingerprint of its seal. */
async function packWith(report: string) {
  const { bytes, fingerprint } = await sealedPack({ report });
  return { file: new File([bytes], 'pack.zip', { type: 'application/zip' }), fingerprint };
}

let calls: ReturnType<typeof stubApi>;
beforeEach(async () => {
  await stubPackEffects();
  calls = stubApi({ [KEYS]: [200, { keys: [] }] });
});

async function openScreen() {
  render(
    <MemoryRouter initialEntries={['/verify']}>
      <AppRoutes />
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Is an evidence pack unchanged?' });
  return userEvent.setup();
}

const choose = async (user: ReturnType<typeof userEvent.setup>, file: File) => {
  await user.upload(screen.getByLabelText('Evidence pack (ZIP file)'), file);
  await user.click(screen.getByRole('button', { name: 'Check this file' }));
};

test('an unchanged pack is shown as such, with the day, to anyone, and nothing but the keys is asked for', async () => {
  const user = await openScreen();
  const { file, fingerprint } = await packWith(SEALED_REPORT);
  await user.type(screen.getByLabelText(/Fingerprint/), fingerprintText(fingerprint));
  await choose(user, file);
  const result = await screen.findByRole('region', { name: 'Result' });
  const heading = within(result).getByRole('heading', { level: 2 });
  // There is no signature.
  expect(heading.textContent).toBe('Only the fingerprint vouches for these files');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  within(result).getByText('Harbor Night, Fri, Nov 20, 2026');
  expect(
    within(result)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Note: Seals that no key of this installation has signed: 1. Only the fingerprint from outside vouches for them. It does if it did not come together with this file.',
    'In order: The list SHA256SUMS fits all files. It and README.txt beside it are in no seal: alone, they would prove nothing.',
    'In order: The chain of seals is unbroken. Seals: 1.',
    'In order: The fingerprint from outside is that of seal 1 (Fri, Nov 20, 2026, revision 1): that seal and all before it are as they were then.',
    'In order: report.en.html: as it was sealed',
  ]);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([KEYS]);
});

test('a signed pack is in order', async () => {
  const { bytes, keys } = await sealedPack({ isSigned: true });
  stubApi({ [KEYS]: [200, { keys }] });
  const user = await openScreen();
  await choose(user, new File([bytes], 'pack.zip', { type: 'application/zip' }));
  const result = await screen.findByRole('region', { name: 'Result' });
  within(result).getByRole('heading', { name: 'Nothing of what was sealed was changed' });
  const items = within(result)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(items).toContain('In order: The chain of seals is unbroken. Seals: 1.');
  expect(items).toContain('In order: report.en.html: as it was sealed');
});

test('for a pack that anybody can have made, nobody vouches', async () => {
  const { bytes, keys } = await sealedPack({ isSigned: true });
  const user = await openScreen();
  await choose(user, new File([bytes], 'pack.zip'));
  expect((await screen.findByRole('heading', { level: 2, name: /vouches/ })).textContent).toBe(
    'Nobody vouches for these files',
  );
  expect(keys).toHaveLength(1);
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

/** Checks a pack with the night's files, and asks how many were inside. */
async function askAt(time: string, changes: Record<string, string> = {}) {
  const user = await openScreen();
  const { bytes } = await sealedPack({ files: SEALED_NIGHT, changes });
  await choose(user, new File([bytes], 'pack.zip'));
  const box = await screen.findByRole('region', { name: 'How many people were inside at a moment?' });
  fireEvent.change(within(box).getByLabelText('Time of day'), { target: { value: time } });
  await user.click(within(box).getByRole('button', { name: 'Show' }));
  return box;
}
const tableIn = (box: HTMLElement) =>
  within(box)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('a pack answers how many were inside at a second, with staff and the limits', async () => {
  const box = await askAt('23:42:10');
  const said = () => [...within(box).getByRole('status').children].map(({ textContent }) => textContent);
  expect(said()).toEqual(['Nov 20, 2026 23:42:10: 3 inside, 5 with 2 staff', 'Venue, License: 5 allowed, kept.']);
  expect(tableIn(box)).toEqual([
    ['Area', 'Inside', 'With staff'],
    ['Venue', '3', '5'],
    ['Hall', '3', ''],
    ['Bar', '0', ''],
  ]);
  fireEvent.change(within(box).getByLabelText('Time of day'), { target: { value: '23:43:00' } });
  await userEvent.click(within(box).getByRole('button', { name: 'Show' }));
  expect(said()[1]).toBe('Venue, License: 5 allowed, exceeded.');
  expect(tableIn(box).slice(1)).toEqual([
    ['Venue', '4', '6'],
    ['Hall', '3', ''],
    ['Bar', '1', ''],
  ]);
  expect(within(box).queryByRole('alert')).toBeNull();
});

test('of a changed ledger it is said where it does not add up, and that the answer rests on it', async () => {
  const ledger = SEALED_NIGHT['ledger.csv'].replace('Hall,2,1,2,0', 'Hall,2,1,1,0');
  const box = await askAt('23:42:10', { 'ledger.csv': ledger });
  expect(within(box).getByRole('alert').textContent).toBe(
    'This answer rests on changed data, not on what was sealed: ledger.csv.',
  );
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual(
    expect.arrayContaining([
      'ledger.csv, line 3 (id 1795208530000-000): in minus out is 1, but change times taps is 2.',
      'Venue, in: report 4, ledger 3.',
      'Hall, in: report 4, ledger 3.',
      'Wrong: ledger.csv: changed, not as it was sealed',
      'In order: report.json: as it was sealed',
    ]),
  );
});

test.each([
  ['', {}, 'Please enter a time, such as 23:42:00.'],
  ['23:42:00', { 'ledger.csv': 'nothing' }, 'The files of that day cannot be read: they were changed.'],
  [
    '23:42:00',
    { 'report.json': SEALED_NIGHT['report.json'].replace(/"startsAt":\d+/, '"startsAt":0') },
    'The files of that day cannot be read: they were changed.',
  ],
])('a moment without an answer says why: %j', async (time, changes, why) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const box = await askAt(time, changes);
  expect(within(box).getByRole('alert').textContent).toBe(why);
});

test('without single taps, the report is pointed to', async () => {
  const user = await openScreen();
  await choose(user, (await packWith(SEALED_REPORT)).file);
  await user.click(await screen.findByRole('button', { name: 'Show' }));
  expect(screen.getByRole('alert').textContent).toMatch(/^ledger.csv of that day is not in the pack. The last table/);
});

test('a page that is not secure says so and offers no check', async () => {
  vi.stubGlobal('crypto', {});
  await openScreen();
  expect(screen.getByRole('alert').textContent).toMatch(/HTTPS/);
  expect(screen.queryByRole('button', { name: 'Check this file' })).toBeNull();
});

test('what cannot be checked is said: no file, no fingerprint, no pack', async () => {
  const user = await openScreen();
  await user.click(screen.getByRole('button', { name: 'Check this file' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a file first.');
  await user.type(screen.getByLabelText(/Fingerprint/), '3f2a');
  await choose(user, (await packWith(SEALED_REPORT)).file);
  expect((await screen.findByRole('alert')).textContent).toMatch(/at least eight groups/);
  await user.clear(screen.getByLabelText(/Fingerprint/));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await choose(user, new File(['text'], 'notes.zip'));
  expect((await screen.findByRole('alert')).textContent).toBe('This file is no evidence pack, or it is damaged.');
});
