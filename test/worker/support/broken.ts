import { env } from 'cloudflare:workers';

/** The bindings with unreachable rooms and hubs. `calls` collects the names of the calls. */
export function unreachableObjects(calls: string[] = []) {
  const failing = new Proxy(
    {},
    {
      get: (_, name) => async () => {
        calls.push(String(name));
        throw new Error('unreachable');
      },
    },
  );
  const namespace = { idFromName: (name: string) => name, get: () => failing };
  return { ...env, ROOMS: namespace, HUBS: namespace };
}
