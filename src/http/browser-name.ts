type Names = readonly (readonly [sign: RegExp, name: string])[];

/** Most browsers also claim to be others: the one that claims most comes first. */
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

/** How many characters of the header are read: browsers name themselves within a few hundred. */
const HEADER_MAX_LENGTH = 1000;

const nameIn = (names: Names, userAgent: string): string | undefined =>
  names.find(([sign]) => sign.test(userAgent))?.[1];

/**
 * Browser and system of a User-Agent header, such as `Firefox on Android`: enough for a person to recognize a device.
 * Nothing of the header itself is kept, since the client writes it. '' when neither is known.
 */
export function browserName(userAgent: string): string {
  const header = userAgent.slice(0, HEADER_MAX_LENGTH);
  const browser = nameIn(BROWSERS, header);
  const system = nameIn(SYSTEMS, header);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
}
