import type * as z from 'zod';
import { checked } from './params';
import type { World } from './world';

export interface Route {
  method: string;
  /** `/v1/customers/:id` */
  pattern: string;
  /** Checks the parameters first: what they declare is what the work sees. */
  prepare: (given: unknown) => (world: World, ids: readonly string[]) => unknown;
}

/** A call of the API: its parameters are checked by `schema`, then `work` answers. */
export const route = <T>(
  method: 'GET' | 'POST' | 'DELETE',
  pattern: string,
  schema: z.ZodType<T>,
  work: (world: World, params: T, ...ids: string[]) => unknown,
): Route => ({
  method,
  pattern,
  prepare: (given) => {
    const params = checked(schema, given);
    return (world, ids) => work(world, params, ...ids);
  },
});

/** The ids in `path` where it is of `pattern`, else null. */
export function match(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/');
  const given = path.split('/').map(decodeURIComponent);
  const isMatch =
    wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i]);
  return isMatch ? given.filter((_part, i) => wanted[i]?.startsWith(':')) : null;
}

type FormValue = string | FormValue[] | { [key: string]: FormValue };

/** Objects whose keys are 0, 1, 2 … are lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** What Stripe makes of a form or a query: nested parameters (`a[b][0]=c`). */
export function decodeForm(form: string): Record<string, FormValue> {
  const decoded: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    let target = decoded;
    for (const key of path.slice(0, -1)) {
      const inner = target[key];
      const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
      target[key] = next;
      target = next;
    }
    target[path.at(-1) || String(Object.keys(target).length)] = value;
  }
  return Object.fromEntries(Object.entries(decoded).map(([key, value]) => [key, withLists(value)]));
}
