import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { VenueSettings } from '../../../../src/shared/schemas/venue-settings';
import { VenueLine, VenueTotal } from '../../../../web/src/features/counting/areas/venue-total';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { speak } from '../../../../web/src/texts/texts';
import { area } from '../../support/areas';
import { EVENT } from '../../support/account';

const venue = (settings: Partial<VenueSettings>): VenueSettings => ({
  capacity: 1_200,
  staffAllowance: 0,
  safetyMarginPercent: 0,
  alertThresholds: [],
  ...settings,
});
const areas = (...people: readonly number[]) =>
  people.map((currentOccupancy, i) => area({ areaId: `a${i}`, currentOccupancy }));
const total = (people: readonly number[], settings?: VenueSettings) => (
  <VenueTotal event={settings ? { ...EVENT, venue: settings } : EVENT} areas={areas(...people)} live />
);
const strip = () => screen.queryByRole('region', { name: 'Venue' });

test('one area is its own total; two areas have a venue total', () => {
  const { rerender } = render(total([7]));
  expect(strip()).toBeNull();
  rerender(total([1_000, 234]));
  expect(screen.getByTestId('venue-total').textContent).toBe('1,234');
  expect(screen.queryByRole('meter')).toBeNull();
});

test.each([
  [{}, [600, 0], '600 of 1,200', '50% full'],
  [{}, [900, 60], '960 of 1,200', 'Filling up, 80%'],
  [{ safetyMarginPercent: 5, staffAllowance: 40 }, [1_090], '1,090 of 1,100', 'Nearly full, 99%'],
  [{ safetyMarginPercent: 5, staffAllowance: 40 }, [1_103], '1,103 of 1,100', '3 into the margin'],
  [{ safetyMarginPercent: 5, staffAllowance: 40 }, [1_161], '1,161 of 1,100', 'Over by 1'],
  [{}, [800, 403], '1,203 of 1,200', 'Over by 3'],
  [{ capacity: 10, staffAllowance: 20 }, [4], '4 of 0', 'Over by 4'],
] as const)(
  'the total with a venue of %j and counts of %j follows the venue’s own capacity',
  (settings, people, count, words) => {
    render(total(people, venue(settings)));
    expect(screen.getByTestId('venue-total').parentElement?.textContent).toBe(count);
    screen.getByText(words);
  },
);

test.each([
  ['long', {}, '100,000 of 100,000'],
  ['doubtful', { mayBeLowBy: 12 }, '100,000 of 100,000'],
])('the line of a door never loses the limit: %s numbers', (_which, fields, count) => {
  const [only] = areas(100_000);
  const event = { ...EVENT, venue: venue({ capacity: 100_000 }) };
  render(<VenueLine event={event} areas={[{ ...only!, ...fields }]} live />);
  expect(screen.getByTestId('venue-total').parentElement?.textContent).toBe(count);
});

test.each([
  [null, 5, 40, '1,160 allowed (1,200 minus 40 staff), warning from 1,100 (5% safety margin)'],
  [null, 5, 0, '1,200 allowed, warning from 1,140 (5% safety margin)'],
  [null, 0, 40, '1,200 minus 40 staff'],
  [german, 5, 40, '1.160 erlaubt (1.200 abzüglich 40 Personal), Warnung ab 1.100 (5 % Reserve)'],
])('the strip says what is allowed, and from how many on the house warns', (pack, margin, staff, words) => {
  speak(pack);
  render(total([7, 8], venue({ safetyMarginPercent: margin, staffAllowance: staff })));
  expect(screen.getByText(words)).toBeTruthy();
});
