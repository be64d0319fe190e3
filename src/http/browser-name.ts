type Names = readonly (readonly [sign: RegExp, name: string])[];

/** The first match is the browser. Most browsers claim to be others, so those with the most claims come first. */
const BROWSERS: Names = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** How many characters of the header are read: a browser's name is within the first few hundred. */
const HEADER_MAX_LENGTH = 1000;

const nameIn = (names: Names, userAgent: string): string | undefined =>
  names.find(([sign]) => sign.test(userAgent))?.[1];

/**
 * Returns browser and system of a User-Agent header, such as `Firefox on Android`: enough for a person to recognize a
 * device. No text of the header itself is kept, since the client writes it. Returns '' if neither is recognized.
 */
export function browserName(userAgent: string): string {
  const header = userAgent.slice(0, HEADER_MAX_LENGTH);
  const browser = nameIn(BROWSERS, header);
  const system = nameIn(SYSTEMS, header);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
}
