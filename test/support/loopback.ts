import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Lets a server listen on loopback, on a free port unless one is named. Returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** A port of loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), 'close');
  return port;
}
