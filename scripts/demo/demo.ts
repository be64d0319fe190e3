import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** The filled festival. Its access code and display link are the server's to tell: visitors may replace them. */
const DemoSchema = z.object({
  email: z.string(),
  password: z.string(),
  eventId: z.string(),
  /** In the order of AREAS. */
  areaIds: z.array(z.string()),
});
export type Demo = z.infer<typeof DemoSchema>;

/** Beside database and rooms: says that these are a demo's. Empty until it is filled. */
const FILE = 'demo.json';

/**
 * The demo that an earlier run has left; null in a new folder, and where the filling was broken off.
 *
 * @throws {Error} the folder holds something else
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

/** Empties the folder of a demo for a new one. Call {@link findDemo} first. */
export function beginDemo(stateDir: string): void {
  rmSync(stateDir, { recursive: true, force: true });
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(join(stateDir, FILE), '{}');
}

export function saveDemo(stateDir: string, demo: Demo): void {
  writeFileSync(join(stateDir, FILE), `${JSON.stringify(demo, undefined, 2)}\n`);
}
