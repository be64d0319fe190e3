import { type Jurisdiction, JURISDICTIONS } from './contract';

/** The location hints of Cloudflare that are used here. */
export type LocationHint = 'wnam' | 'enam' | 'sam' | 'weur' | 'eeur' | 'apac' | 'oc' | 'afr' | 'me';

/** Degrees of longitude: coarse borders between the two sides of a continent. */
const ROCKIES = -100;
const MIDDLE_OF_EUROPE = 15;
const MIDDLE_EAST_ENDS = 60;

/**
 * Where a new Durable Object should live, near the caller (Cloudflare Durable Objects, data location: hints), based on
 * `request.cf`: the continent's two letters, and degrees as text. Undefined when nothing is known, as on a developer's
 * machine: then Cloudflare decides.
 */
export function locationHint(continent: unknown, longitudeText: unknown): LocationHint | undefined {
  const longitude = typeof longitudeText === 'string' ? Number(longitudeText) : NaN;
  switch (continent) {
    case 'NA':
      return longitude < ROCKIES ? 'wnam' : 'enam';
    case 'EU':
      return longitude > MIDDLE_OF_EUROPE ? 'eeur' : 'weur';
    case 'AS':
      return longitude < MIDDLE_EAST_ENDS ? 'me' : 'apac';
    case 'SA':
      return 'sam';
    case 'OC':
      return 'oc';
    case 'AF':
      return 'afr';
    default:
      return undefined;
  }
}

/**
 * The jurisdiction that the operator has chosen (variable JURISDICTION); null for anywhere.
 * @throws {Error} the jurisdiction is unknown: nothing may be stored where it must not be
 */
export function readJurisdiction(text: string | undefined): Jurisdiction | null {
  if (!text) return null;
  const found = JURISDICTIONS.find((known) => known === text);
  if (found === undefined) throw new Error(`JURISDICTION is ${text}, not one of ${JURISDICTIONS.join(', ')}`);
  return found;
}
