import { expect } from 'vitest';
import type { Checked } from '../../../../src/shared/rules/checked';

/** What checks of inputs return. */
export const ok = <T>(value: T) => ({ ok: true, value });
export const no = (text: string) => ({ ok: false, error: expect.objectContaining({ text }) });

/** The distinct errors for these values: one text when all of them are refused for the same reason. */
export const errorsOf = <T>(check: (given: T) => Checked<unknown>, given: readonly T[]) => [
  ...new Set(given.map(check).map((result) => (result.ok ? result : result.error.text))),
];
/** The same for values that replace fields of a valid input. */
export const errorsIn = <T extends object>(check: (given: T) => Checked<unknown>, good: T, wrong: readonly object[]) =>
  errorsOf((one: object) => check({ ...good, ...one }), wrong);
