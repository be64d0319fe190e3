type Names = readonly (readonly [sign: RegExp, name: string])[];

/** Most browsers also say that they are others: whoever says most comes first. */
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

/** How much of the header is looked at: browsers say it in a few hundred characters. */
const HEADER_MAX_LENGTH = 1000;

const nameIn = (names: Names, userAgent: string): string | undefined =>
  names.find(([sign]) => sign.test(userAgent))?.[1];

/**
 * Browser and system of a User-Agent header, as `Firefox on Android`: enough for a person to know a device again, and
 * nothing of the header itself, which is the client's to write. '' where neither is known.
 */
export function browserName(userAgent: string): string {
  const header = userAgent.slice(0, HEADER_MAX_LENGTH);
  const browser = nameIn(BROWSERS, header);
  const system = nameIn(SYSTEMS, header);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
}
