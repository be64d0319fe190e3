/** Of package.json; test/unit/version.test.ts holds the two together. */
export const VERSION = '0.1.0';
