import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import * as z from 'zod/mini';

const AddressSchema = z.object({ port: z.int() });

/** Opens the front door of `npm start` before a server. As there, it does not run in the process of the devices. */
export async function openDoor(runtime: URL): Promise<{ url: URL; close: () => void }> {
  const child = spawn(process.execPath, ['test/bench/door-process.ts', runtime.href], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [address]: unknown[] = await once(child, 'message');
  const { port } = z.parse(AddressSchema, address);
  return { url: new URL(`http://127.0.0.1:${port}`), close: () => child.disconnect() };
}
