/** Longer than any name of the IANA database (its longest have some 30 characters). */
const ZONE_MAX_LENGTH = 64;

/**
 * The zone's usual name; null when the text names no IANA zone. Offsets such as +02:00 are not accepted, because they
 * have no daylight saving.
 */
export function readTimeZone(zone: unknown): string | null {
  if (typeof zone !== 'string' || zone.length > ZONE_MAX_LENGTH || !/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
