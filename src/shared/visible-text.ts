/** Matches a visible character: no space, invisible character or blank letter (Hangul fillers, blank Braille). */
export const VISIBLE = /[^\p{Z}\p{C}\u115F\u1160\u2800\u3164\uFFA0]/u;
/**
 * Matches control characters, unpaired surrogates, and characters that change the direction of the text after them
 * (Unicode Standard Annex 9, explicit formatting). Right-to-left letters need none of these.
 */
export const UNUSABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/**
 * Returns a device's name as it is shown; null if it cannot be shown. Such a name is not refused, because a device must
 * be able to count under any name.
 */
export function usableDeviceName(name: string | null | undefined): string | null {
  const trimmed = name?.trim() ?? '';
  return VISIBLE.test(trimmed) && !UNUSABLE.test(trimmed) ? trimmed : null;
}

const UNUSABLE_ALL = new RegExp(`(?:${UNUSABLE.source}|\\s)+`, 'gu');

/** Returns the text in one line, with a space for what cannot be shown. */
export const oneLine = (text: string): string => text.replaceAll(UNUSABLE_ALL, ' ').trim();

/** Returns the name in one line; null if nothing is left of it. */
export const cleanedName = (name: string | undefined): string | null =>
  name === undefined ? null : usableDeviceName(oneLine(name));
