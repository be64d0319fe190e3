import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  type CreatedAlertRecipient,
  CreatedAlertRecipientSchema,
  DeliveryListSchema,
} from '../../../src/shared/notifications/schemas';
import { type WebhookBody, WebhookBodySchema } from '../../../src/rpc/webhook-bodies';
import type { Admin } from './accounts';

/** Helpers for webhooks of an account: `hook.test` is a strict receiver. */

export const RECIPIENTS = '/api/alert-recipients';
export const HOOK = {
  name: 'Control system',
  eventIds: null,
  threshold: 0,
  afterMinutes: 0,
  quietHours: null,
  kind: 'webhook',
  address: 'https://hook.test/all',
  language: 'en',
};

interface Got {
  path: string;
  id: string;
  body: WebhookBody;
}

/** How the receiver answers a call: with a status, or never. */
type Reply = number | 'hangs';

/**
 * Takes what is sent to `hook.test` until the test ends. Each message must be one of the documented ones, without a
 * field more, and signed with the secret of its path, which {@link addHook} notes.
 */
export function startReceiver() {
  const got: Got[] = [];
  const secrets = new Map<string, string>();
  const replies = new Map<string, Reply>();
  const faults: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.host !== '127.0.0.1:9') return await real(input, init);
    const path = url.pathname;
    const text = z.parse(z.string(), init?.body);
    const headers = new Headers(init?.headers);
    const id = headers.get('webhook-id') ?? '';
    const sentAt = new Date(Number(headers.get('webhook-timestamp')) * 1000);
    // The clock of a test may be far from the one with which the library verifies.
    const signature = new Webhook(secrets.get(path) ?? btoa('missing')).sign(id, sentAt, text);
    if (signature !== headers.get('webhook-signature')) faults.push(`${path}: the signature is wrong`);
    const body = z.parse(WebhookBodySchema, JSON.parse(text));
    if (JSON.stringify(sorted(body)) !== JSON.stringify(sorted(JSON.parse(text)))) faults.push(`Undocumented: ${text}`);
    const hangs = replies.get(path) === 'hangs';
    // Each object waits with a timer of its own: nothing of another object's may wake it.
    while (replies.get(path) === 'hangs') await new Promise((resolve) => void setTimeout(resolve, 20));
    got.push({ path, id, body });
    return new Response(null, { status: hangs ? 200 : Number(replies.get(path) ?? 200) });
  });
  return {
    got,
    secrets,
    /** Ends the test's part, and throws if a message was not as documented. */
    end: () => {
      replies.clear();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
    /** From now on, calls of this path are answered so. A call that hangs is answered with 200 when another answer is set. */
    reply: (path: string, reply: Reply) => void replies.set(path, reply),
    /** The bodies that arrived at a path, with the type. */
    bodies: <T extends WebhookBody['type']>(path: string, type: T) =>
      got
        .filter((one) => one.path === path)
        .map(({ body }) => body)
        .filter((body): body is Extract<WebhookBody, { type: T }> => body.type === type),
  };
}
export type Receiver = ReturnType<typeof startReceiver>;

/** The value with the keys of all objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** Adds a webhook, whose messages the receiver then expects to be signed with its secret. */
export async function addHook(
  { client }: Admin,
  receiver: Receiver,
  changes: { topics?: string[]; address?: string; eventIds?: string[] | null } = {},
): Promise<CreatedAlertRecipient> {
  const given = { ...HOOK, ...changes };
  const answer = await client.post(RECIPIENTS, given);
  expect(answer.status, answer.text).toBe(201);
  const recipient = z.parse(CreatedAlertRecipientSchema, answer.body);
  receiver.secrets.set(new URL(given.address).pathname, recipient.secret ?? '');
  return recipient;
}

export const deliveriesOf = async ({ client }: Admin) =>
  z.parse(DeliveryListSchema, (await client.get('/api/alert-deliveries')).body).deliveries;

export async function hubOf({ email }: Admin) {
  const row = await env.DB.prepare('SELECT user_id AS id FROM users WHERE email = ?')
    .bind(email)
    .first<{ id: string }>();
  return env.HUBS.get(env.HUBS.idFromName(row?.id ?? ''));
}

export const ringHub = async (admin: Admin): Promise<void> => void (await runDurableObjectAlarm(await hubOf(admin)));
