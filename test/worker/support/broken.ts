import { env } from 'cloudflare:workers';

/** The bindings with rooms and hubs that cannot be reached; `calls` collects what they were asked. */
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
