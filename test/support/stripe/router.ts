import type { ParamName, ParamTypes } from './param-types';
import type { Params } from './params';
import type { World } from './world';

export interface Route {
  method: string;
  /** `/v1/customers/:id` */
  pattern: string;
  /** Checks the parameters first: what they declare is what the work sees. */
  prepare: (params: Params, given: unknown) => (world: World, ids: readonly string[]) => unknown;
}

/** A call of the API: its parameters are checked by the declaration `name`, then `work` answers. */
export const route = <K extends ParamName>(
  method: 'GET' | 'POST' | 'DELETE',
  pattern: string,
  name: K,
  work: (world: World, params: ParamTypes[K], ...ids: string[]) => unknown,
): Route => ({
  method,
  pattern,
  prepare: (checks, given) => {
    const params = checks.check(name, given);
    return (world, ids) => work(world, params, ...ids);
  },
});

/** The ids in `path` where it is of `pattern`, else null. */
export function match(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/');
  const given = path.split('/').map(decodeURIComponent);
  if (wanted.length !== given.length) return null;
  const ids: string[] = [];
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (part.startsWith(':')) ids.push(text);
    else if (part !== text) return null;
  }
  return ids;
}
