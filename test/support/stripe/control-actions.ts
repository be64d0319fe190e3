import type Stripe from 'stripe';
import { makeCatalogue } from './catalogue';
import type { ControlAction, ControlActions, State } from './control-types';
import { deleteCustomer } from './customers';
import type { FakeStripe } from './fake';
import { billedTo } from './invoices';
import { attach, detach } from './payment-methods';
import { Refusal } from './refusal';
import { authenticate, confirm } from './setup-intents';
import { resume } from './subscription-life';
import { endSubscription, setStatus } from './subscription-status';
import { newMethod, testCard } from './test-cards';

type Actions = {
  [K in ControlAction]: (
    fake: FakeStripe,
    input: ControlActions[K]['input'],
  ) => ControlActions[K]['output'] | Promise<ControlActions[K]['output']>;
};

const ACTIONS: Actions = {
  reset(fake, options) {
    fake.reset(options);
    return { nowMs: fake.world.clock.now };
  },
  settings: (fake, change) => Object.assign(fake.world.settings, change),
  catalogue: (fake, { lookupKey }) => makeCatalogue(fake.world, lookupKey),
  clock(fake, move) {
    const { clock } = fake.world;
    clock.moveTo('nowMs' in move ? move.nowMs : clock.now + move.advanceMs);
    return { nowMs: clock.now };
  },
  fail(fake, fault) {
    fake.faults.add(fault);
    return null;
  },
  down(fake, { down }) {
    fake.faults.setDown(down);
    return null;
  },
  heal(fake) {
    fake.faults.heal();
    return null;
  },
  webhooks(fake, { url }) {
    fake.world.webhooks.sendTo(url);
    return null;
  },
  async idle(fake) {
    await fake.world.webhooks.idle();
    return null;
  },
  take: (fake) => fake.world.webhooks.take(),
  redeliver: (fake, { ids }) => fake.world.webhooks.again(ids),
  state: stateOf,
  requests: (fake) => fake.requests,
  'confirm-setup'(fake, { id, number, billingDetails, outcome }) {
    const intent = confirm(fake.world, fake.world.setupIntent(id), number, billingDetails);
    return intent.status === 'requires_action' && outcome ? authenticate(fake.world, intent, outcome) : intent;
  },
  'save-card': (fake, { customer, number }) => saveCard(fake, customer, number),
  'set-status'(fake, { id, status }) {
    const subscription = fake.world.subscription(id);
    if (status === 'canceled') endSubscription(fake.world, subscription);
    else setStatus(fake.world, subscription, status);
    if (status === 'active') resume(fake.world, subscription);
    return subscription;
  },
  'detach-card'(fake, { id }) {
    detach(fake.world, fake.world.card(id).method);
    return null;
  },
  'delete-customer'(fake, { id }) {
    deleteCustomer(fake.world, id);
    return null;
  },
  billed: (fake, { customer }) => billedTo(fake.world, customer),
};

function stateOf(fake: FakeStripe): State {
  const { world } = fake;
  return {
    nowMs: world.clock.now,
    customers: [...world.customers.values()],
    taxIds: [...world.taxIds.values()],
    subscriptions: [...world.subscriptions.values()],
    invoices: [...world.invoices.values()],
    paymentMethods: [...world.cards.values()].map(({ method }) => method),
    setupIntents: [...world.setupIntents.values()],
    meters: [...world.meters.values()],
    prices: [...world.prices.values()],
    meterEvents: world.meterEvents,
    unexpected: fake.unexpected,
  };
}

/** As if the customer had saved this card before: it is attached, and pays. */
function saveCard({ world }: FakeStripe, id: string, number: string): Stripe.PaymentMethod {
  const customer = world.customer(id);
  const method = newMethod(world, testCard(number));
  attach(world, method, customer);
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id };
  world.change('customer.updated', customer, { invoice_settings });
  return method;
}

const isAction = (name: string): name is ControlAction => name in ACTIONS;

async function run<K extends ControlAction>(fake: FakeStripe, name: K, input: ControlActions[K]['input']) {
  fake.world.clock.catchUp();
  return ACTIONS[name](fake, input);
}

/** Answers the tests' own door. Both ends are compiled from ControlActions. */
export async function control(fake: FakeStripe, name: string, body: string): Promise<Response> {
  if (!isAction(name)) return new Response(`No action ${name}`, { status: 404 });
  try {
    return Response.json(await run(fake, name, JSON.parse(body)));
  } catch (error) {
    if (error instanceof Refusal) return Response.json({ error: error.body }, { status: error.status });
    throw error;
  }
}
