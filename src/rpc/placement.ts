import { type Jurisdiction, JURISDICTIONS } from './identity';

/** Cloudflare's location hints that this product uses. */
export type LocationHint = 'wnam' | 'enam' | 'sam' | 'weur' | 'eeur' | 'apac' | 'oc' | 'afr' | 'me';

/** Degrees of longitude that roughly divide a continent. */
const ROCKIES = -100;
const MIDDLE_OF_EUROPE = 15;
const MIDDLE_EAST_ENDS = 60;

/**
 * Returns where a new Durable Object should be, near the caller (Cloudflare Durable Objects, data location: hints). The
 * arguments come from `request.cf`: the continent's two letters, and degrees as text. Returns undefined if the
 * continent is unknown, as on a developer's machine: then Cloudflare decides.
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
 * Returns the jurisdiction in the variable JURISDICTION; null if it is empty.
 * @throws {Error} the jurisdiction is unknown, and data must not be stored in a wrong place
 */
export function readJurisdiction(text: string | undefined): Jurisdiction | null {
  if (!text) return null;
  const found = JURISDICTIONS.find((known) => known === text);
  if (found === undefined) throw new Error(`JURISDICTION is ${text}, not one of ${JURISDICTIONS.join(', ')}`);
  return found;
}
