import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeDevice } from '../../../../web/src/device/device';
import { countIn, minus, plus } from '../../support/counting-list';
import { asNew, BAR, counts, dialogOf, MAIN, openDoor } from '../../support/dashboard';
import { stubMotor } from '../../support/strict-fakes';

const REFUSED = [300];

const down = (code: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { code, key: code === 'Space' ? ' ' : code, ...init });
const up = (code: string, target: Element = document.body) =>
  fireEvent.keyUp(target, { code, key: code === 'Space' ? ' ' : code });
const press = (code: string, target?: Element) => {
  down(code, {}, target);
  up(code, target);
};
const changes = ({ onTap }: ReturnType<typeof countIn>) => onTap.mock.calls.map(([, change]) => change);

let felt: number[][];

beforeEach(() => {
  asNew();
  changeDevice({ remote: { plus: 'PageDown', minus: 'PageUp' } });
  felt = stubMotor();
});

test('a held key counts once, whether or not its events are marked as repeats', () => {
  const list = countIn([MAIN]);
  down('PageDown');
  expect([down('PageDown', { repeat: true }), down('PageDown')]).toEqual([false, false]);
  up('PageDown');
  expect(changes(list)).toEqual([1]);
  press('PageDown');
  // This press began outside the page.
  down('PageDown', { repeat: true });
  expect(changes(list)).toEqual([1, 1]);
  up('PageDown');
  down('PageDown');
  // The page does not receive the end of this press.
  fireEvent.blur(window);
  down('PageDown');
  expect(changes(list)).toEqual([1, 1, 1, 1]);
});

test.each(['Space', 'Enter'])('the key %s on a focused button counts once and makes no click', async (code) => {
  changeDevice({ remote: { plus: code, minus: null } });
  const list = countIn([MAIN]);
  const user = userEvent.setup();
  const clicked = vi.fn<() => void>();
  minus().addEventListener('click', clicked);
  for (const button of [minus(), plus()]) {
    button.focus();
    await user.keyboard(`[${code}]`);
  }
  expect(changes(list)).toEqual([1, 1]);
  expect(clicked).not.toHaveBeenCalled();
});

test.each([
  ['no area has been counted yet', [MAIN, BAR], {}],
  ['the last counted area is gone', [MAIN, BAR], {}, 'a9'],
  ['counting is locked', [MAIN], { locked: true }],
  ['the pocket lock is on and its code is not loaded yet', [MAIN], {}, '', true],
])('the remote refuses a press when %s', (_what, areas, props, lastAreaId = '', isPocketLocked = false) => {
  localStorage.setItem('headroom.lastArea', lastAreaId);
  if (isPocketLocked) sessionStorage.setItem('headroom.pocketLock', '1');
  const list = countIn(areas, props);
  expect(down('PageDown')).toBe(false);
  up('PageDown');
  expect([changes(list), felt]).toEqual([[], [REFUSED]]);
});

test.each([
  ['a text field', <input key="field" aria-label="elsewhere" />],
  ['a menu', <div key="menu" role="menu" aria-label="elsewhere" />],
  ['a dialog', <div key="dialog" role="dialog" aria-label="elsewhere" />],
])('the remote ignores keys in %s', (_what, elsewhere) => {
  const list = countIn([MAIN]);
  render(elsewhere);
  expect(down('PageDown', {}, screen.getByLabelText('elsewhere'))).toBe(true);
  expect(up('PageDown', screen.getByLabelText('elsewhere'))).toBe(true);
  expect([changes(list), felt]).toEqual([[], []]);
});

test('the pocket lock refuses the remote, whose keys do not unlock it', async () => {
  changeDevice({ remote: { plus: 'Enter', minus: 'Space' } });
  const { user } = await openDoor('/app?area=a2');
  await user.keyboard('[Enter]');
  expect(counts()).toEqual(['5']);
  await user.click(await screen.findByRole('button', { name: 'Lock the screen' }));
  await dialogOf('Screen locked');
  felt.length = 0;
  await user.keyboard('[Enter][Space]');
  press('Enter');
  expect(felt).toEqual([REFUSED, REFUSED, REFUSED]);
  await dialogOf('Screen locked');
  fireEvent.click(screen.getByRole('button', { name: 'Hold to unlock' }), { detail: 0 });
  expect(counts()).toEqual(['5']);
  await user.keyboard('[Space]');
  expect(counts()).toEqual(['4']);
});
