import { beforeAll, expect, test } from 'vitest';
import { faultsAt, openDoor, SIZES, type View } from '../support/door-pads';
import { enterAsAdmin } from '../support/steps';
import { withBrowser } from '../support/browser';
import { openVenue, type VenueShape } from '../support/venues';

/** Each combination of which the door journey (test/e2e/door.test.ts) has the pairs; every one on a page of its own. */

const { openDevice, pageErrors } = withBrowser();

const NAMES = ['short', 'long'] as const;
const TEXTS = [100, 200] as const;
const LOCALES = ['en-US', 'de-DE'] as const;
/** One area alone has at most one alert of its own. */
const TOLD = [
  { areas: 1, alerts: 0 },
  { areas: 1, alerts: 1 },
  { areas: 12, alerts: 0 },
  { areas: 12, alerts: 1 },
  { areas: 12, alerts: 2 },
  { areas: 12, alerts: 3 },
] as const;
const SHAPES: readonly VenueShape[] = TOLD.flatMap((told) => NAMES.map((name) => ({ ...told, name })));

const venues: { shape: VenueShape; accessCode: string }[] = [];

beforeAll(async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  for (const shape of SHAPES) {
    const { accessCode } = await openVenue(admin, shape);
    venues.push({ shape, accessCode });
  }
}, 60_000);

const VIEWS: readonly View[] = SIZES.flatMap((size) =>
  TEXTS.flatMap((text) => LOCALES.map((locale) => ({ size, text, locale }))),
);

test.for(VIEWS)(
  'the first pad is in sight and counts: $size, text at $text %, $locale',
  { timeout: 120_000 },
  async (view) => {
    const found: string[] = [];
    for (const { shape, accessCode } of venues) {
      const { door } = await openDoor(openDevice, accessCode, view);
      const faults = await faultsAt(door, view, shape);
      found.push(...faults.map((fault) => `${JSON.stringify(shape)}: ${fault}`));
      await door.context().close();
    }
    expect(venues).toHaveLength(SHAPES.length);
    expect(found).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);
