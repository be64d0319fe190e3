import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { DeviceDialog, type DeviceDialogProps } from '../../../../web/src/features/devices/device-dialog';
import { changeDevice, readDevice } from '../../../../web/src/device/device';
import { area } from '../../support/areas';
import { countIn } from '../../support/counting-list';
import { asNew, CODE_API, dialogOf, openApp, press } from '../../support/dashboard';
import { stubVoice } from '../../support/strict-fakes';

// The dialog's area choice asks the room for its areas; the dashboard tests cover that.
vi.mock('../../../../web/src/features/devices/area-choice', () => ({
  useAreaChoice: () => ({ field: null, saveArea: () => undefined }),
}));

const onClose = vi.fn<() => void>();
const button = (name: string) => screen.getByRole('button', { name });
const remote = () => screen.getByRole('group', { name: 'Remote' });
const stored = (): unknown => JSON.parse(localStorage.getItem('headroom.device') ?? '');

function open(props: Partial<DeviceDialogProps> = {}) {
  render(<DeviceDialog eventId="e1" onClose={onClose} {...props} />);
  return userEvent.setup();
}

beforeEach(() => {
  onClose.mockClear();
  asNew();
});

test('the device gets a name, a direction and a hand, and keeps them', async () => {
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

test('Cancel changes nothing; an empty name counts as no name', async () => {
  changeDevice({ deviceName: 'North gate' });
  const user = open();
  await user.clear(screen.getByLabelText('Name'));
  await user.click(button('Cancel'));
  expect(onClose).toHaveBeenCalledOnce();
  expect(readDevice().deviceName).toBe('North gate');
  await user.type(screen.getByLabelText('Name'), '   {Enter}');
  expect(readDevice().deviceName).toBeNull();
});

test('the dialog learns two keys of a remote, stores them on Save, and the remote counts at once', async () => {
  const user = open();
  await user.click(button('Teach a remote'));
  within(remote()).getByText('Press the key for +');
  await user.keyboard('[PageDown]');
  within(remote()).getByText('Press the key for −');
  await user.keyboard('[Enter]');
  expect(remote().textContent).toContain('+ PageDown · − Enter');
  expect(onClose).not.toHaveBeenCalled();
  expect(readDevice().remote).toBeNull();
  await user.click(button('Save'));
  expect(stored()).toMatchObject({ remote: { plus: 'PageDown', minus: 'Enter' } });
  cleanup();
  const { onTap } = countIn([area()]);
  await user.keyboard('[PageDown]');
  expect(onTap.mock.calls).toEqual([['a1', 1]]);
});

test('a remote gets a category of the event, keeps it with new keys, and can lose it again', async () => {
  const categories = ['Adults', 'Children'].map((name) => ({ categoryId: name.toLowerCase(), name, capacity: null }));
  changeDevice({ remote: { plus: 'PageDown', minus: null, category: 'of-another-event' } });
  const user = open({ categories });
  const chosen = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category that it counts' });
  expect([
    chosen().value,
    ...within(chosen())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ]).toEqual(['', 'No category named', 'Adults', 'Children']);
  await user.selectOptions(chosen(), 'Children');
  await user.click(button('Teach a remote'));
  await user.keyboard('[F13][F14]');
  expect(chosen().value).toBe('children');
  await user.click(button('Save'));
  expect(stored()).toMatchObject({ remote: { plus: 'F13', minus: 'F14', category: 'children' } });
  await user.selectOptions(chosen(), 'No category named');
  await user.click(button('Save'));
  expect(readDevice().remote).toEqual({ plus: 'F13', minus: 'F14' });
  cleanup();
  open();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('the dialog stores the choice to speak the count', async () => {
  stubVoice();
  const user = open();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Say the count' });
  expect(box.checked).toBe(false);
  await user.click(box);
  await user.click(button('Save'));
  expect(stored()).toMatchObject({ sayCount: true });
});
