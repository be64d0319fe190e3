import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { PHONE } from '../browser';
import { startProgram } from './program';
import { type Remote, sourceOf, sourceOfWait } from './remote';

const AnswerSchema = z.object({ id: z.number(), result: z.optional(z.unknown()), message: z.optional(z.string()) });
type Answer = z.infer<typeof AnswerSchema>;
const TreeSchema = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) });
const EvaluatedSchema = z.object({
  result: z.optional(z.object({ value: z.unknown(), sharedId: z.optional(z.string()) })),
  exceptionDetails: z.optional(z.object({ text: z.string() })),
});
const PictureSchema = z.object({ data: z.string() });

/** Sends commands as https://w3c.github.io/webdriver-bidi/ defines them. */
async function connect(host: string) {
  const socket = new WebSocket(`ws://${host}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (message: Buffer) => {
    const answer = z.parse(AnswerSchema, JSON.parse(message.toString()));
    waiting.get(answer.id)?.(answer);
  });
  let calls = 0;
  return async (method: string, params: object): Promise<unknown> => {
    const id = (calls += 1);
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answered;
    if (message !== undefined) throw new Error(`${method}: ${message}`);
    return result;
  };
}

/** Opens Firefox, which needs no driver. */
export async function openFirefox(): Promise<Remote> {
  const { host, end } = await startProgram(
    'firefox-esr',
    (port, home) => ['--headless', '--no-remote', '--remote-debugging-port', String(port), '--profile', home],
    'firefox-esr',
  );
  const call = await connect(host);
  await call('session.new', { capabilities: {} });
  const { contexts } = z.parse(TreeSchema, await call('browsingContext.getTree', {}));
  const { context } = contexts[0];
  await call('browsingContext.setViewport', { context, viewport: PHONE });

  const evaluate = async (expression: string) => {
    const evaluated = await call('script.evaluate', { expression, target: { context }, awaitPromise: true });
    const { result, exceptionDetails } = z.parse(EvaluatedSchema, evaluated);
    if (!result) throw new Error(exceptionDetails?.text);
    return result;
  };
  return {
    open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: async (what, argument) => z.parse(z.string(), (await evaluate(sourceOf(what, argument))).value),
    press: async (which, argument) => {
      const { sharedId } = await evaluate(`(${sourceOfWait(which, argument)})()`);
      const origin = { type: 'element', element: { sharedId } };
      await call('input.performActions', {
        context,
        actions: [
          {
            type: 'pointer',
            id: 'thumb',
            parameters: { pointerType: 'touch' },
            actions: [
              { type: 'pointerMove', x: 0, y: 0, origin },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    screenshot: async () => {
      const { data } = z.parse(PictureSchema, await call('browsingContext.captureScreenshot', { context }));
      return Buffer.from(data, 'base64');
    },
    close: end,
  };
}
