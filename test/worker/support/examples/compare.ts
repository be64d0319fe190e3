import { expect } from 'vitest';
import type { Variables } from './shell';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Stands for more of the same. */
const MORE = '…';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the server has made up gets the name that the page gives it; any other time will do. */
function filled(shown: string, given: unknown, variables: Variables): unknown {
  const [, name] = /^\$([A-Z_]+)$/.exec(shown) ?? [];
  if (name !== undefined) {
    if (!variables.has(name) && typeof given === 'string') variables.set(name, given);
    return variables.get(name);
  }
  return TIME.test(shown) && typeof given === 'string' && TIME.test(given) ? given : shown;
}

function filledList(shown: readonly unknown[], given: unknown, variables: Variables): unknown[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const rest = shown.filter((item) => item !== MORE);
  const left = Math.max(0, list.length - rest.length);
  if (shown[0] === MORE)
    return [...list.slice(0, left), ...rest.map((item, i) => fillIn(item, list[left + i], variables))];
  const first = rest.map((item, i) => fillIn(item, list[i], variables));
  return shown.at(-1) === MORE ? [...first, ...list.slice(rest.length)] : first;
}

/** What the page shows, with what may differ as it was given. */
function fillIn(shown: unknown, given: unknown, variables: Variables): unknown {
  if (typeof shown === 'string') return filled(shown, given, variables);
  if (Array.isArray(shown)) return filledList(shown, given, variables);
  if (!isObject(shown)) return shown;
  const fields = isObject(given) ? given : {};
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, fillIn(value, fields[key], variables)]));
}

/** Whether a frame has the shown fields, whatever else is in it. */
export function isLike(given: unknown, shown: unknown): boolean {
  if (Array.isArray(shown)) {
    return Array.isArray(given) && shown.length === given.length && shown.every((item, i) => isLike(given[i], item));
  }
  if (!isObject(shown)) return given === shown;
  return isObject(given) && Object.entries(shown).every(([key, value]) => isLike(given[key], value));
}

/** The answer is the shown one: no field more, none less. */
export function expectShown(shown: unknown, given: unknown, variables: Variables, where: string): void {
  expect(given, where).toEqual(fillIn(shown, given, variables));
}
