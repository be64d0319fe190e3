import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openOutbound } from '../../../src/http/outbound/outbound';
import { sendWebhook } from '../../../src/notifications/send/webhook';
import { NEWS_TYPES } from '../../../src/shared/notifications/schemas';
import { WebhookBodySchema } from '../../../src/rpc/webhook-bodies';
import { startReceiver } from '../../support/notifications/receiver';
import { addressee, outgoing } from './messages';

/** Tries what docs/api.md says about webhooks: its examples of bodies, and its programs that check a signature. */

const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ANOTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** Sends a message as the product does, and returns what arrives. */
async function arrived() {
  const outbound = openOutbound({ testHosts: `hook.test=${receiver.origin}` });
  await sendWebhook(outbound, addressee({ secret: SECRET }), outgoing(), { now: Date.now(), publicOrigin: null });
  const [got] = receiver.received;
  if (got === undefined) throw new Error('Nothing has arrived');
  return { body: got.body.toString('utf8'), headers: z.parse(z.record(z.string(), z.string()), got.headers) };
}

test('each example of a body is a body, without a field more or less', () => {
  const bodies = blocks('webhook').map((text): unknown => JSON.parse(text));
  for (const body of bodies) expect(z.parse(WebhookBodySchema, body)).toEqual(body);
  for (const type of ['counts.changed', ...NEWS_TYPES]) expect(page).toContain(`\`${type}\``);
});

const ProgramSchema = z.object({
  verify: z.custom<(body: string, headers: object, secret: string) => unknown>((given) => typeof given === 'function'),
});

test('the program for Node.js takes a message, and none that is changed, old or signed with another secret', async () => {
  const { body, headers } = await arrived();
  const [program = ''] = blocks('js');
  const module: unknown = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(program)}`);
  const { verify } = z.parse(ProgramSchema, { ...Object(module) });
  expect(verify(body, headers, SECRET)).toEqual(JSON.parse(body));
  expect(() => verify(`${body} `, headers, SECRET)).toThrow('Not from Headroom');
  expect(() => verify(body, headers, ANOTHER)).toThrow('Not from Headroom');
  expect(() => verify(body, { ...headers, 'webhook-timestamp': '1700000000' }, SECRET)).toThrow('Too old');
  expect(() => verify(body, { ...headers, 'webhook-timestamp': 'soon' }, SECRET)).toThrow('Too old');
});

test('the program for Python does so, too', async () => {
  const { body, headers } = await arrived();
  const [program = ''] = blocks('python');
  const call =
    'import sys\ngiven = json.load(sys.stdin)\nprint(json.dumps(verify(given[0].encode(), given[1], given[2])))';
  const verify = (...given: [body: string, headers: object, secret: string]) =>
    spawnSync('python3', ['-c', `${program}\n${call}`], { input: JSON.stringify(given), encoding: 'utf8' });
  expect(JSON.parse(verify(body, headers, SECRET).stdout)).toEqual(JSON.parse(body));
  expect(verify(`${body} `, headers, SECRET).stderr).toContain('Not from Headroom');
  expect(verify(body, headers, ANOTHER).stderr).toContain('Not from Headroom');
  expect(verify(body, { ...headers, 'webhook-timestamp': '1700000000' }, SECRET).stderr).toContain('Too old');
});
