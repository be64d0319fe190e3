import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/**
 * The account and the events that the demo has filled. The access code and the display link are not stored here:
 * visitors can replace them, so the demo asks the server.
 */
const DemoSchema = z.object({
  email: z.string(),
  password: z.string(),
  eventId: z.string(),
  /** The ids of the festival's areas, in the order of AREAS. */
  areaIds: z.array(z.string()),
  /** The events beside the festival, with the keys of their shows. Demos of earlier releases have none. */
  shows: z.optional(z.array(z.object({ key: z.string(), eventId: z.string(), areaIds: z.array(z.string()) }))),
});
export type Demo = z.infer<typeof DemoSchema>;

/** This file beside the database and the rooms marks the folder as a demo's. It holds `{}` until the demo is filled. */
const FILE = 'demo.json';

/**
 * Reads the demo that an earlier run has filled. Returns null for a new folder, and when the filling was interrupted.
 *
 * @throws {Error} the folder holds something other than a demo
 */
export function findDemo(stateDir: string): Demo | null {
  const file = join(stateDir, FILE);
  if (existsSync(file)) {
    const found = z.safeParse(DemoSchema, JSON.parse(readFileSync(file, 'utf8')));
    return found.success ? found.data : null;
  }
  if (existsSync(stateDir) && readdirSync(stateDir).length > 0) {
    throw new Error(`${stateDir} holds something else than a demo. STATE_DIR may name another folder.`);
  }
  return null;
}

/** Empties the folder for a new demo. Call {@link findDemo} first: it throws when the folder is not a demo's. */
export function beginDemo(stateDir: string): void {
  rmSync(stateDir, { recursive: true, force: true });
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(join(stateDir, FILE), '{}');
}

export function saveDemo(stateDir: string, demo: Demo): void {
  writeFileSync(join(stateDir, FILE), `${JSON.stringify(demo, undefined, 2)}\n`);
}
