/** More characters than any name in the IANA database has (about 30). */
const ZONE_MAX_LENGTH = 64;

/**
 * Returns the zone's usual name; null if there is no such IANA zone. Offsets such as +02:00 are refused, because they
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
