import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { DB } from './database.ts';
import { Namespace } from './objects.ts';
import { installSockets } from './sockets.ts';

/** What `cloudflare:workers` is for the rooms' tests in Node. */

declare module 'vitest' {
  interface ProvidedContext {
    /** The variables that the worker's tests get, too. */
    bindings: Record<string, unknown>;
  }
}

installSockets();

export class DurableObject {
  constructor(
    readonly ctx: unknown,
    readonly env: unknown,
  ) {}
}

const CLASSES = {
  ROOMS: ['room/event-room', 'EventRoom'],
  HUBS: ['hub/account-hub', 'AccountHub'],
  RELAYS: ['relay/viewer-relay', 'ViewerRelay'],
  MONITOR: ['monitor/service-monitor', 'ServiceMonitor'],
} as const;

const namespaces = Object.entries(CLASSES).map(([binding, [file, name]]) => {
  // A path that is no literal keeps the types of workerd, which the classes need, apart from Node's.
  const path = fileURLToPath(new URL(`../../../src/${file}.ts`, import.meta.url));
  const load = async () => Reflect.get(await import(path), name);
  return [binding, new Namespace(binding, load, () => env)];
});

export const env: Record<string, unknown> = { ...inject('bindings'), DB, ...Object.fromEntries(namespaces) };
