import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceDialog } from '../../../../web/src/features/device/device-dialog';
import { changeDevice, readDevice, subscribeDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import { asNew, countIn } from '../../support/counting-list';
import { stubMotor, stubVoice } from '../../support/strict-fakes';
import { inGerman } from '../../support/in-german';

// Asks the room for its areas; test/web/door tries it.
vi.mock('../../../../web/src/features/device/area-choice', () => ({
  useAreaChoice: () => ({ field: null, saveArea: () => undefined }),
}));

const onClose = vi.fn<() => void>();
const button = (name: string) => screen.getByRole('button', { name });
const remote = (name = 'Remote') => screen.getByRole('group', { name });
const stored = (): unknown => JSON.parse(localStorage.getItem('headroom.device') ?? '');

function open() {
  render(<DeviceDialog eventId="e1" onClose={onClose} />);
  return userEvent.setup();
}

beforeEach(() => {
  onClose.mockClear();
  asNew();
});

describe('a remote', () => {
  test('is taught in two keys, kept on Save, and counts', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    within(remote()).getByText('Press the key for +');
    await user.keyboard('[PageDown]');
    within(remote()).getByText('Press the key for −');
    await user.keyboard('[PageUp]');
    expect(remote().textContent).toContain('+ PageDown · − PageUp');
    expect(readDevice().remote).toBeNull();
    await user.click(button('Save'));
    expect(readDevice().remote).toEqual({ plus: 'PageDown', minus: 'PageUp' });
    expect(stored()).toMatchObject({ remote: { plus: 'PageDown', minus: 'PageUp' } });
  });

  test('counts right after it was taught', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    await user.keyboard('[ArrowUp][ArrowDown]');
    await user.click(button('Save'));
    cleanup();
    const { onTap } = countIn([area()]);
    await user.keyboard('[ArrowUp]');
    expect(onTap.mock.calls).toEqual([['a1', 1]]);
  });

  test('is kept by the name of a key that has no place', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    fireEvent.keyDown(document.body, { code: '', key: 'MediaTrackNext' });
    fireEvent.keyDown(document.body, { code: '', key: 'MediaTrackPrevious' });
    await user.click(button('Save'));
    expect(readDevice().remote).toEqual({ plus: 'MediaTrackNext', minus: 'MediaTrackPrevious' });
  });

  test('its Enter and Space save nothing and press nothing, when they come and when they end', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    await user.keyboard('[Enter]');
    within(remote()).getByText('Press the key for −');
    await user.keyboard('[Space]');
    expect(remote().textContent).toContain('+ Enter · − Space');
    expect(onClose).not.toHaveBeenCalled();
    button('Teach a remote');
    button('Forget');
  });

  test('a key that is held is one key, not both', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    fireEvent.keyDown(remote(), { code: 'KeyA', key: 'a' });
    fireEvent.keyDown(remote(), { code: 'KeyA', key: 'a', repeat: true });
    fireEvent.keyDown(remote(), { code: 'KeyA', key: 'a' });
    within(remote()).getByText('Press the key for −');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('one key cannot be both: a line says so, and another one can', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    await user.keyboard('bb');
    expect(screen.getByRole('alert').textContent).toBe('This key is + already. One key cannot be both.');
    await user.keyboard('c');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(remote().textContent).toContain('+ KeyB · − KeyC');
  });

  test.each([
    ['Tab', { code: 'Tab', key: 'Tab' }],
    ['Escape', { code: 'Escape', key: 'Escape' }],
    ['a bare Shift', { code: 'ShiftLeft', key: 'Shift' }],
    ['a shortcut', { code: 'KeyR', key: 'r', ctrlKey: true }],
    ['reload', { code: 'F5', key: 'F5' }],
  ])('%s is refused with a line, and the dialog stays', async (_what, init) => {
    const user = open();
    await user.click(button('Teach a remote'));
    const isLeftToTheBrowser = fireEvent.keyDown(remote(), init);
    expect(screen.getByRole('alert').textContent).toBe(
      'The browser or the system needs this key. Please press another one.',
    );
    within(remote()).getByText('Press the key for +');
    expect(isLeftToTheBrowser).toBe(init.key !== 'Escape');
    expect(onClose).not.toHaveBeenCalled();
  });

  test('volume keys and keys without a name have lines of their own', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    fireEvent.keyDown(remote(), { code: 'AudioVolumeUp', key: 'AudioVolumeUp' });
    expect(screen.getByRole('alert').textContent).toMatch(/^A web page cannot have the volume keys\./);
    fireEvent.keyDown(remote(), { code: '', key: 'Unidentified' });
    expect(screen.getByRole('alert').textContent).toMatch(/^The browser does not say which key this is\./);
  });

  test('one button is enough', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    await user.keyboard('[Enter]');
    await user.click(button('No such key'));
    await user.click(button('Save'));
    expect(readDevice().remote).toEqual({ plus: 'Enter', minus: null });
  });

  test('two keys that it lacks are no remote', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    await user.click(button('No such key'));
    await user.click(button('No such key'));
    await user.click(button('Save'));
    expect(readDevice().remote).toBeNull();
  });

  test('is forgotten; a lesson that is stopped changes nothing', async () => {
    changeDevice({ remote: { plus: 'KeyA', minus: 'KeyB' } });
    const user = open();
    await user.click(button('Teach a remote'));
    await user.keyboard('c');
    await user.click(button('Stop teaching'));
    expect(remote().textContent).toContain('+ KeyA · − KeyB');
    await user.keyboard('d');
    expect(remote().textContent).toContain('+ KeyA · − KeyB');
    await user.click(button('Forget'));
    expect(remote().textContent).not.toContain('KeyA');
    expect(readDevice().remote).toEqual({ plus: 'KeyA', minus: 'KeyB' });
    await user.click(button('Save'));
    expect(readDevice().remote).toBeNull();
  });

  test('a lesson leaves text fields alone, and its own buttons to the keyboard', async () => {
    const user = open();
    await user.click(button('Teach a remote'));
    expect(document.activeElement).toBe(remote());
    await user.type(screen.getByLabelText('Name'), 'Gate');
    within(remote()).getByText('Press the key for +');
    button('Stop teaching').focus();
    await user.keyboard('[Enter]');
    button('Teach a remote');
    await user.click(button('Save'));
    expect(readDevice()).toMatchObject({ deviceName: 'Gate', remote: null });
  });

  test('outside a lesson the dialog has its keys', async () => {
    changeDevice({ remote: { plus: 'Escape', minus: null } });
    const user = open();
    await user.keyboard('[Escape]');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('count feedback', () => {
  const ways = () =>
    within(screen.getByRole('radiogroup', { name: 'Count feedback' }))
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent);
  const chosen = () =>
    within(screen.getByRole('radiogroup', { name: 'Count feedback' })).getByRole('radio', { checked: true })
      .parentElement?.textContent;

  test('is vibration where there is one', () => {
    stubMotor();
    open();
    expect([ways(), chosen()]).toEqual([['Vibration', 'Sound', 'Off'], 'Vibration']);
  });

  test('is off elsewhere, and vibration is no choice', () => {
    open();
    expect([ways(), chosen()]).toEqual([['Sound', 'Off'], 'Off']);
  });

  test('stays as it is where nobody chooses, and is kept once somebody does', async () => {
    stubMotor();
    const user = open();
    await user.click(button('Save'));
    expect(stored()).not.toHaveProperty('feedback');
    await user.click(screen.getByRole('radio', { name: 'Sound' }));
    await user.click(button('Save'));
    expect(stored()).toMatchObject({ feedback: 'sound' });
  });
});

describe('say the count', () => {
  test('is off, and kept once it is chosen', async () => {
    stubVoice();
    const user = open();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Say the count' });
    expect(box.checked).toBe(false);
    await user.click(box);
    await user.click(button('Save'));
    expect(stored()).toMatchObject({ sayCount: true });
  });

  test('is not there in a browser without a voice', () => {
    open();
    expect(screen.queryByRole('checkbox', { name: 'Say the count' })).toBeNull();
  });
});

describe('what is stored', () => {
  const read = (value: object) => {
    const stop = subscribeDevice(() => undefined);
    localStorage.setItem('headroom.device', JSON.stringify(value));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.device' })));
    stop();
    return readDevice();
  };
  const old = { deviceId: 'device-000000000001', deviceName: 'Old', direction: 'out', hand: 'left' };

  test('by an earlier version is kept', () => {
    expect(read(old)).toMatchObject(old);
    expect(read(old).remote ?? null).toBeNull();
  });

  test('by this one comes back', () => {
    const full = { ...old, feedback: 'off', sayCount: true, remote: { plus: 'KeyA', minus: null } };
    expect(read(full)).toMatchObject(full);
  });
});

describe('in German', () => {
  inGerman();

  test('all of it', async () => {
    stubVoice();
    const user = open();
    await user.click(button('Fernbedienung anlernen'));
    within(remote('Fernbedienung')).getByText('Drücken Sie die Taste für +');
    await user.keyboard('bb');
    expect(screen.getByRole('alert').textContent).toBe('Diese Taste ist schon +. Eine Taste kann nicht beides sein.');
    within(remote('Fernbedienung')).getByText('Drücken Sie die Taste für −');
    await user.keyboard('c');
    button('Vergessen');
    screen.getByRole('radiogroup', { name: 'Rückmeldung beim Zählen' });
    screen.getByRole('radio', { name: 'Ton' });
    screen.getByRole('checkbox', { name: 'Anzahl ansagen' });
  });
});
