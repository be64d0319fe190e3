import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { zonesWith } from '../../../../web/src/features/schedule/schedule-fields';
import { ZoneField } from '../../../../web/src/features/schedule/zone-field';
import { Dialog } from '../../../../web/src/ui/dialog';

const HINT = 'Search by city, country or offset, such as +05:30.';
const UNCLEAR = 'Choose a time zone from the list. Until then it stays Europe/Berlin.';
const ZONES = zonesWith('Europe/Berlin');

/** The field in a dialog, as the schedule has it, and what stands below it. */
function Form({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLInputElement>(null);
  const [zone, setZone] = useState('Europe/Berlin');
  const [isUnclear, setUnclear] = useState(false);
  return (
    <Dialog onClose={onClose} title="Schedule">
      <ZoneField ref={ref} zone={zone} zones={ZONES} onChange={setZone} isUnclear={isUnclear} onUnclear={setUnclear} />
      <output data-testid="zone">{zone}</output>
      <button type="button">Next</button>
    </Dialog>
  );
}

function open() {
  const close = vi.fn<() => void>();
  render(<Form onClose={close} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  return { user: userEvent.setup(), field, close };
}

const zone = () => screen.getByTestId('zone').textContent;
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const list = () => screen.queryByRole('listbox', { name: 'Time zone' });
/** Which option the field says is the active one. */
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
const hint = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

test('is a combobox that opens no list before somebody asks for it', async () => {
  const { user, field } = open();
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('Europe/Berlin');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(hint(field)).toBe(HINT);
  expect(list()).toBeNull();
  await user.click(field);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(options()).toHaveLength(ZONES.length);
  expect(active(field)).toBe('Europe/Berlin');
});

test('typing narrows the list, which says the offsets, and Enter takes what it marks', async () => {
  const { user, field } = open();
  await user.keyboard('new york');
  expect(options()).toEqual([expect.stringMatching(/^America\/New YorkGMT-0[45]:00$/)]);
  expect(hint(field)).toBe('One time zone found.');
  await user.keyboard('{Enter}');
  expect(zone()).toBe('America/New_York');
  expect(field.value).toBe('America/New York');
  expect(list()).toBeNull();
});

test('the arrows walk through the list, around its ends, and open it', async () => {
  const { user, field } = open();
  await user.keyboard('{ArrowDown}');
  expect(active(field)).toBe('Europe/Berlin');
  await user.clear(field);
  await user.keyboard('argentina');
  const [first, second] = options();
  expect(active(field)).toBe(first);
  await user.keyboard('{ArrowDown}');
  expect(active(field)).toBe(second);
  const marked = within(screen.getByRole('listbox')).getAllByRole('option', { selected: true });
  expect(marked.map(({ textContent }) => textContent)).toEqual([second]);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(active(field)).toBe(options().at(-1));
  await user.keyboard('{ArrowDown}');
  expect(active(field)).toBe(first);
});

test('a press on an option takes it, and the focus stays in the field', async () => {
  const { user, field } = open();
  await user.keyboard('+05:30');
  await user.click(screen.getByRole('option', { name: /^Asia\/(Kolkata|Calcutta)/ }));
  expect(zone()).toMatch(/^Asia\/(Kolkata|Calcutta)$/);
  expect(document.activeElement).toBe(field);
  expect(list()).toBeNull();
});

test('Escape closes the list and brings the zone back; the second one closes the dialog', async () => {
  const { user, field, close } = open();
  await user.keyboard('tokyo');
  await user.keyboard('{Escape}');
  expect(list()).toBeNull();
  expect(field.value).toBe('Europe/Berlin');
  expect(close).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

test('what can mean one zone only is taken when the field is left', async () => {
  const { user, field } = open();
  await user.keyboard('tokyo');
  await user.tab();
  expect(zone()).toBe('Asia/Tokyo');
  expect(field.value).toBe('Asia/Tokyo');
});

test.each([
  ['Atlantis', '{Enter}'],
  ['Atlantis', '{Tab}'],
  ['america', '{Tab}'],
])('“%s” and %s keep the zone and say so, until something else is typed', async (text, key) => {
  const { user, field } = open();
  await user.keyboard(text);
  if (text === 'Atlantis') expect(hint(field)).toBe('No time zone found.');
  await user.keyboard(key);
  expect(zone()).toBe('Europe/Berlin');
  expect(field.value).toBe(text);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(hint(field)).toBe(UNCLEAR);
  await user.click(field);
  await user.clear(field);
  expect(field.getAttribute('aria-invalid')).toBe('false');
  await user.tab();
  expect(field.value).toBe('Europe/Berlin');
  expect(hint(field)).toBe(HINT);
});
