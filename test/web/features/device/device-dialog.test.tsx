import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceDialog } from '../../../../web/src/features/device/device-dialog';
import { changeDevice, readDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import { countIn } from '../../support/counting-list';
import { asNew, CODE_API, dialogOf, openApp, press } from '../../support/dashboard';
import { stubMotor, stubVoice } from '../../support/strict-fakes';

// Asks the room for its areas; test/web/app/dashboard/whole-screen.test.tsx tries it.
vi.mock('../../../../web/src/features/device/area-choice', () => ({
  useAreaChoice: () => ({ field: null, saveArea: () => undefined }),
}));

const onClose = vi.fn<() => void>();
const button = (name: string) => screen.getByRole('button', { name });
const remote = () => screen.getByRole('group', { name: 'Remote' });
const stored = (): unknown => JSON.parse(localStorage.getItem('headroom.device') ?? '');

function open() {
  render(<DeviceDialog eventId="e1" onClose={onClose} />);
  return userEvent.setup();
}

beforeEach(() => {
  onClose.mockClear();
  asNew();
});

test('the device gets a name, a direction and a hand, which stay on it', async () => {
  const { user } = openApp(CODE_API);
  await press(user, 'This device');
  const dialog = await dialogOf('This device');
  await user.type(dialog.getByLabelText('Name'), ' North gate ');
  await user.click(dialog.getByRole('radio', { name: 'In only' }));
  await user.click(dialog.getByRole('radio', { name: 'Left' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Sound for alerts' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('button', { name: 'North gate In only' });
  expect(readDevice()).toMatchObject({ deviceName: 'North gate', direction: 'in', hand: 'left', sound: false });
  expect(stored()).toEqual(JSON.parse(JSON.stringify(readDevice())));
});

test('Cancel changes nothing; an empty name is none', async () => {
  changeDevice({ deviceName: 'North gate' });
  const user = open();
  await user.clear(screen.getByLabelText('Name'));
  await user.click(button('Cancel'));
  expect(onClose).toHaveBeenCalledOnce();
  expect(readDevice().deviceName).toBe('North gate');
  await user.type(screen.getByLabelText('Name'), '   {Enter}');
  expect(readDevice().deviceName).toBeNull();
});

describe('a remote', () => {
  async function teach(...keys: readonly string[]) {
    const user = open();
    await user.click(button('Teach a remote'));
    for (const key of keys) await user.keyboard(key);
    return user;
  }
  const asksFor = (way: '+' | '−') => within(remote()).getByText(`Press the key for ${way}`);
  const alert = () => screen.queryByRole('alert')?.textContent;

  test('is taught in two keys, kept on Save, and counts right after', async () => {
    const user = await teach();
    asksFor('+');
    await user.keyboard('[PageDown]');
    asksFor('−');
    await user.keyboard('[PageUp]');
    expect(remote().textContent).toContain('+ PageDown · − PageUp');
    expect(readDevice().remote).toBeNull();
    await user.click(button('Save'));
    expect(readDevice().remote).toEqual({ plus: 'PageDown', minus: 'PageUp' });
    expect(stored()).toMatchObject({ remote: { plus: 'PageDown', minus: 'PageUp' } });
    cleanup();
    const { onTap } = countIn([area()]);
    await user.keyboard('[PageDown]');
    expect(onTap.mock.calls).toEqual([['a1', 1]]);
  });

  test('its Enter and Space save nothing and press nothing, when they come and when they end', async () => {
    await teach('[Enter]', '[Space]');
    expect(remote().textContent).toContain('+ Enter · − Space');
    expect(onClose).not.toHaveBeenCalled();
    button('Teach a remote');
    button('Forget');
  });

  test('one key cannot be both, however it is held: a line says so, and another one can', async () => {
    const user = await teach();
    for (const repeat of [false, true, false]) fireEvent.keyDown(remote(), { code: 'KeyB', key: 'b', repeat });
    asksFor('−');
    expect(alert()).toBeUndefined();
    fireEvent.keyUp(remote(), { code: 'KeyB', key: 'b' });
    await user.keyboard('b');
    expect(alert()).toBe('This key is + already. One key cannot be both.');
    await user.keyboard('c');
    expect(alert()).toBeUndefined();
    expect(remote().textContent).toContain('+ KeyB · − KeyC');
  });

  const NEEDED = 'The browser or the system needs this key. Please press another one.';
  test.each([
    ['Tab', { code: 'Tab', key: 'Tab' }, NEEDED],
    ['Escape', { code: 'Escape', key: 'Escape' }, NEEDED],
    ['a volume key', { code: 'AudioVolumeUp', key: 'AudioVolumeUp' }, 'A web page cannot have the volume keys.'],
    ['a key without a name', { code: '', key: 'Unidentified' }, 'The browser does not say which key this is.'],
  ])('%s is refused with a line, and the dialog stays', async (_what, init, text) => {
    await teach();
    const isLeftToTheBrowser = fireEvent.keyDown(remote(), init);
    expect(alert()?.startsWith(text)).toBe(true);
    asksFor('+');
    if (text === NEEDED) expect(isLeftToTheBrowser).toBe(init.key !== 'Escape');
    expect(onClose).not.toHaveBeenCalled();
  });

  test.each([
    ['one button is enough', ['[Enter]'], { plus: 'Enter', minus: null }],
    ['two keys that it lacks are no remote', [], null],
  ])('%s', async (_what, keys, taught) => {
    const user = await teach(...keys);
    while (screen.queryByRole('button', { name: 'No such key' })) await user.click(button('No such key'));
    await user.click(button('Save'));
    expect(readDevice().remote).toEqual(taught);
  });

  test('is forgotten; a lesson that is stopped changes nothing', async () => {
    changeDevice({ remote: { plus: 'KeyA', minus: 'KeyB' } });
    const user = await teach('c');
    await user.click(button('Stop teaching'));
    await user.keyboard('d');
    expect(remote().textContent).toContain('+ KeyA · − KeyB');
    await user.click(button('Forget'));
    expect(remote().textContent).not.toContain('KeyA');
    expect(readDevice().remote).toEqual({ plus: 'KeyA', minus: 'KeyB' });
    await user.click(button('Save'));
    expect(readDevice().remote).toBeNull();
  });

  test('a lesson leaves text fields alone, and its own buttons to the keyboard', async () => {
    const user = await teach();
    expect(document.activeElement).toBe(remote());
    await user.type(screen.getByLabelText('Name'), 'Gate');
    asksFor('+');
    button('Stop teaching').focus();
    await user.keyboard('[Enter]');
    button('Teach a remote');
    await user.click(button('Save'));
    expect(readDevice()).toMatchObject({ deviceName: 'Gate', remote: null });
  });

  test('outside a lesson the dialog has its keys', async () => {
    changeDevice({ remote: { plus: 'Escape', minus: null } });
    await open().keyboard('[Escape]');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('without looking', () => {
  const group = () => within(screen.getByRole('radiogroup', { name: 'Count feedback' }));
  const ways = () =>
    group()
      .getAllByRole<HTMLInputElement>('radio')
      .map((radio) => `${radio.parentElement?.textContent}${radio.checked ? ' ✓' : ''}`);

  test('a count is felt where there is a motor, as long as nobody chooses', async () => {
    stubMotor();
    const user = open();
    expect(ways()).toEqual(['Vibration ✓', 'Sound', 'Off']);
    await user.click(button('Save'));
    expect(stored()).not.toHaveProperty('feedback');
    await user.click(screen.getByRole('radio', { name: 'Sound' }));
    await user.click(button('Save'));
    expect(stored()).toMatchObject({ feedback: 'sound' });
  });

  test('without a motor vibration is no choice, and without a voice nothing is said', () => {
    open();
    expect(ways()).toEqual(['Sound', 'Off ✓']);
    expect(screen.queryByRole('checkbox', { name: 'Say the count' })).toBeNull();
  });

  test('the count is said once that is chosen', async () => {
    stubVoice();
    const user = open();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Say the count' });
    expect(box.checked).toBe(false);
    await user.click(box);
    await user.click(button('Save'));
    expect(stored()).toMatchObject({ sayCount: true });
  });
});
