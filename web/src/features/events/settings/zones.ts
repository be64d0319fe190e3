import { MINUTE_MS } from '../../../../../src/shared/durations';
import { readTimeZone } from '../../../../../src/shared/rules/business-day';
import { offsetText, wallClock } from '../../../../../src/shared/sealed/zoned-time';
import { inLocale } from '../../../texts/texts';
import { zoneName } from '../../../texts/zone-format';
import { fold } from '../../../ui/forms/find';

declare global {
  namespace Intl {
    interface Locale {
      /** Newer browsers have this method instead of `timeZones`. Some browsers have neither. */
      getTimeZones?: () => string[] | undefined;
      readonly timeZones?: string[];
    }
  }
}

const cityOf = (zone: string): string => fold(zoneName(zone.slice(zone.lastIndexOf('/') + 1)));

/** Offsets for one point in time. They are cached because each zone needs its own formatter. */
const known = { at: Number.NaN, offsets: new Map<string, number | null>() };

/** Returns the zone's offset from UTC in ms at `at` (epoch ms); null for a zone that this browser does not know. */
function offsetMs(zone: string, at: number): number | null {
  if (known.at !== at) {
    known.at = at;
    known.offsets.clear();
  }
  const held = known.offsets.get(zone);
  if (held !== undefined) return held;
  const offset = readTimeZone(zone) === null ? null : wallClock(zone)(at) - at;
  known.offsets.set(zone, offset);
  return offset;
}

/** Returns the offset as 'GMT+05:30'; '' for a zone that this browser does not know. */
export function zoneOffset(zone: string, at: number): string {
  const offset = offsetMs(zone, at);
  return offset === null ? '' : `GMT${offsetText(offset)}`;
}

const OFFSET = /^(?:gmt|utc)?\s*([-+\u2212\u2013])\s*(\d{1,2})(?::?([0-5]\d))?$/i;

/** Reads '+05:30', '+530', 'GMT+2' and 'utc -3' as ms; null for a text that is no offset. */
function readOffsetMs(text: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (hours === undefined) return null;
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '+' ? 1 : -1);
}

const A_TO_Z = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(65 + i));

/**
 * The country names of each zone in the page's language, without case and accents. They are needed because no zone is
 * named after Germany or India.
 */
const countries = inLocale((locale) => {
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of A_TO_Z.flatMap((first) => A_TO_Z.map((second) => first + second))) {
    const name = regions.of(code);
    if (name === undefined) continue;
    const region = new Intl.Locale(`und-${code}`);
    for (const zone of region.getTimeZones?.() ?? region.timeZones ?? []) {
      found.set(zone, `${found.get(zone) ?? ''} ${fold(name)}`);
    }
  }
  return found;
});

const AREAS = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'];

/** Finds a zone by another of its names: browsers list Asia/Kolkata as Asia/Calcutta. */
function byOtherName(words: readonly string[], zones: readonly string[]): string[] {
  const name = words.join('_');
  const meant = new Set([name, ...AREAS.map((area) => `${area}/${name}`)].map(readTimeZone));
  return zones.filter((zone) => meant.has(zone));
}

/**
 * Finds the zones that match a text by city, region, country or current offset. Zones whose city begins with the text
 * come first.
 */
export function findZones(zones: readonly string[], text: string, at: number): string[] {
  const query = fold(text.trim());
  if (query === '') return [...zones];
  const offset = readOffsetMs(query);
  if (offset !== null) return zones.filter((zone) => offsetMs(zone, at) === offset);
  const words = query.split(/[\s/_,]+/).filter((word) => word !== '');
  const ofCountry = countries();
  const found = zones.filter((zone) => {
    const names = `${fold(zoneName(zone))} ${ofCountry.get(zone) ?? ''}`;
    return words.every((word) => names.includes(word));
  });
  if (found.length === 0) return byOtherName(words, zones);
  const begins = (zone: string) => cityOf(zone).startsWith(query);
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))];
}

/** Returns the only zone that a text can mean; null if there are none or several. */
export function meantZone(zones: readonly string[], text: string, at: number): string | null {
  const query = fold(text.trim());
  if (query === '') return null;
  const exact = zones.find((zone) => fold(zoneName(zone)) === query || cityOf(zone) === query);
  if (exact !== undefined) return exact;
  const [only, ...others] = findZones(zones, text, at);
  return only === undefined || others.length > 0 ? null : only;
}
