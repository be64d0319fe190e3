// This file is imported directly: the package's main module requires locale files, which crashes a worker at start.
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };

const ALPHA_2: ReadonlySet<string | undefined> = new Set(codes.map(([alpha2]) => alpha2));

/** Whether the code is a country's ISO 3166-1 alpha-2 code, in capitals. Kosovo's XK counts as one. */
export const isCountryCode = (code: string): boolean => ALPHA_2.has(code);
