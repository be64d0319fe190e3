import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadLanguage } from '../../../../web/src/lib/language';
import { speak } from '../../../../web/src/lib/texts';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { BAR } from '../../support/counting-screen';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const LINK = `${location.origin}/login?code=ABCD-2346&key=ab12`;
const card = () => document.querySelector('body > .door-card')?.textContent;

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

afterEach(() => {
  speak(null);
  document.documentElement.lang = 'en';
});

function open(who: object) {
  stubApi({
    'GET /api/auth/verify': [200, { success: true, user: who }],
    'GET /api/events': [200, [EVENT]],
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
    'GET /api/events/e1/areas': [200, { areas: [area(), BAR] }],
    'GET /api/events/e1/join-key': [200, { joinKey: 'ab12' }],
  });
  return renderApp('/app').user;
}

async function expectLink(dialog: ReturnType<typeof within>, link: string) {
  await dialog.findByText(link);
  dialog.getByRole('img', { name: `QR code of the link ${link}` });
}

test.each([
  ['an admin', ADMIN],
  ['an access code', DOOR],
])('%s makes link, QR code and door card for a door', async (_who, who) => {
  const user = open(who);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Event' }));
  await expectLink(dialog, LINK);
  expect(dialog.queryByLabelText('Area')).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'For a door' }));
  await expectLink(dialog, `${LINK}&direction=both`);
  await user.type(dialog.getByLabelText('Name of the door'), ' North gate ');
  await user.selectOptions(dialog.getByLabelText('Area'), 'Main Stage');
  await user.selectOptions(dialog.getByLabelText('Counts'), 'In only');
  const link = `${LINK}&area=a1&areaName=Main+Stage&direction=in&name=North+gate`;
  await expectLink(dialog, link);
  expect(card()).toContain('Warehouse FridayNorth gate · Main Stage · counts in');
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
  await user.click(dialog.getByRole('checkbox', { name: 'For a door' }));
  await expectLink(dialog, LINK);
  expect(card()).not.toContain('North gate');
});

test('the menu of an area shares it as a door', async () => {
  const user = open(ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Options for Bar' }));
  await user.click(screen.getByRole('menuitem', { name: 'Share Door Link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Event' }));
  await expectLink(dialog, `${LINK}&area=a2&areaName=Bar&direction=both`);
  expect(card()).toContain('Bar · counts both ways');
});

test('the card speaks German', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem('headroom.language', 'de');
  await loadLanguage();
  const user = open(DOOR);
  await user.click(await screen.findByRole('button', { name: 'Teilen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Veranstaltung teilen' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Für eine Tür' }));
  await user.type(dialog.getByLabelText('Name der Tür'), 'Nordtor');
  await user.selectOptions(dialog.getByLabelText('Zählt'), 'Auslass');
  expect(card()).toContain('Nordtor · alle Bereiche · zählt Auslass');
});
