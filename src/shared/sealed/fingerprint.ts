/** How people read and type the fingerprint of a seal (src/shared/sealed/sealing.ts). */

const GROUP = /.{4}/g;

/** Writes a fingerprint in groups of four, which people can read aloud and compare. */
export const fingerprintText = (fingerprint: string): string => (fingerprint.match(GROUP) ?? []).join(' ');

/** At least eight groups: no other chain can be made whose link begins with the same 128 bits. */
const FINGERPRINT = /^[0-9a-f]{32,64}$/;

/**
 * Reads a fingerprint, or its first eight or more groups, as somebody types it from paper. Returns null if the text is too
 * short or no fingerprint, and '' for an empty text.
 */
export function readFingerprint(typed: string): string | null {
  const hex = typed.toLowerCase().replaceAll(/[\s:.-]/g, '');
  if (hex === '') return '';
  return FINGERPRINT.test(hex) ? hex : null;
}
