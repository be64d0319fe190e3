import * as z from 'zod/mini';
import { PHONE } from '../browser';
import { startProgram } from './program';
import { type Remote, sourceOf, sourceOfWait } from './remote';

const AnswerSchema = z.object({ value: z.unknown() });
const SessionSchema = z.object({ sessionId: z.string() });
/** Its only value is the element's name (https://www.w3.org/TR/webdriver2/#elements); or a message that says why not. */
const ElementSchema = z.union([z.record(z.string(), z.string()), z.string()]);

/** A large window has a toolbar that a phone's width has no room for. */
const OPTIONS = { args: ['--automation', '--full-screen'] };

/** Opens WebKitGTK's own small browser with its driver, on a screen in memory. */
export async function openWebKit(): Promise<Remote> {
  const { host, end } = await startProgram(
    'xvfb-run',
    (port) => ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`],
    'webkit2gtk-driver xvfb xauth',
  );
  const send = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://${host}/session${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return z.parse(AnswerSchema, JSON.parse(text)).value;
  };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': OPTIONS } };
  const { sessionId } = z.parse(SessionSchema, await send('', { capabilities }));
  const call = (path: string, body?: object) => send(`/${sessionId}${path}`, body);
  await call('/window/rect', { x: 0, y: 0, ...PHONE });

  return {
    open: async (url) => void (await call('/url', { url })),
    read: async (what, argument) =>
      z.parse(z.string(), await call('/execute/sync', { script: `return ${sourceOf(what, argument)}`, args: [] })),
    press: async (which, argument) => {
      const script = `const [done] = arguments; (${sourceOfWait(which, argument)})().then(done, (error) => done(error.message))`;
      const element = z.parse(ElementSchema, await call('/execute/async', { script, args: [] }));
      if (typeof element === 'string') throw new Error(element);
      const [name] = Object.values(element);
      await call(`/element/${name}/click`, {});
    },
    screenshot: async () => Buffer.from(z.parse(z.string(), await call('/screenshot')), 'base64'),
    close: end,
  };
}
