import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { listen } from '../loopback';

/** How a receiver answers one call. */
export type Answer =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hangs up'
  | 'never answers'
  | 'sends without end';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
}

/** A server on loopback that keeps what it gets, and fails as it is told. */
export async function startReceiver(usual: (received: Received) => Answer | Promise<Answer> = () => ({ status: 200 })) {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const one = { path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      const answer = answers.shift() ?? (await usual(one));
      if (answer === 'hangs up') return request.socket.destroy();
      if (answer === 'never answers') return undefined;
      if (answer === 'sends without end') {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
        request.socket.on('close', () => clearInterval(timer));
        return undefined;
      }
      return response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    })();
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    /** The answers to the next calls. */
    answers: (...next: Answer[]) => void answers.push(...next),
    /** How many connections are open. */
    connections: () => promisify(server.getConnections.bind(server))(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
