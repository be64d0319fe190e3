import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Bench, DAY_MS } from './support';

const bench = new Bench().use();

test('webhooks are signed as Stripe’s, and say what changed', async () => {
  const { id: customer } = await bench.customer();
  await bench.stripe.customers.update(customer, { name: 'Ada' });
  const [, webhook] = await bench.control.take();
  if (!webhook) throw new Error('No webhook');
  const { webhookSecret } = bench.fake.keys;
  const { webhooks } = bench.stripe;
  const event = await webhooks.constructEventAsync(webhook.body, webhook.signature, webhookSecret);
  expect(event).toMatchObject({
    id: webhook.id,
    type: 'customer.updated',
    api_version: '2026-10-28.endive',
    data: { object: { id: customer, name: 'Ada' }, previous_attributes: { name: null } },
  });
  const tampered = webhook.body.replace('Ada', 'Eve');
  await expect(webhooks.constructEventAsync(tampered, webhook.signature, webhookSecret)).rejects.toThrow('signature');
  await expect(webhooks.constructEventAsync(webhook.body, webhook.signature, 'whsec_x')).rejects.toThrow('signature');
  expect(await bench.control.take()).toEqual([]);
  expect((await bench.control.redeliver([webhook.id])).map(({ body }) => body)).toEqual([webhook.body]);
});

test('a trial says three days before that it ends; each status has its event', async () => {
  const { id: customer } = await bench.customer();
  const { id } = await bench.trial(customer);
  await bench.events();
  await bench.control.advance(4 * DAY_MS - 1);
  expect(await bench.events()).toEqual([]);
  await bench.control.advance(1);
  expect(await bench.events()).toEqual(['customer.subscription.trial_will_end']);
  for (const status of ['paused', 'active', 'incomplete', 'canceled'] as const) {
    await bench.control.setStatus(id, status);
  }
  expect(await bench.events()).toEqual([
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'customer.subscription.updated',
    'customer.subscription.deleted',
  ]);
});

test('to an address they go by themselves, in order, and again where they are not taken', async () => {
  const bodies: string[] = [];
  let refusals = 1;
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      if (refusals > 0) {
        refusals -= 1;
        return response.writeHead(500).end();
      }
      bodies.push(body);
      return response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('No port');

  await bench.customer();
  await bench.control.sendWebhooksTo(`http://127.0.0.1:${address.port}/hook`);
  await bench.active();
  await bench.control.webhooksDelivered();
  receiver.close();
  expect(bodies.map((body) => JSON.parse(body).type).slice(0, 3)).toEqual([
    'customer.created',
    'customer.created',
    'payment_method.attached',
  ]);
  expect(await bench.control.take()).toEqual([]);
});
