import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
