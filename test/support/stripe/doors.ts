import { authenticate, confirm, detach } from './cards';
import { makeCatalogue } from './catalogue';
import type { Fault, Settings } from './control';
import { deleteCustomer } from './customers';
import type { FakeStripe } from './fake';
import { billedTo } from './invoices';
import type { SetupIntent, Subscription } from './objects';
import { endSubscription, setStatus } from './world';

/** The doors of a fake for tests. Away from the fake they are calls: POST /_test/<name>, JSON in and out. */
export const doorsOf = (fake: FakeStripe) => ({
  /** Forgets everything; time stands still at `nowMs`, or now. */
  reset: ({ nowMs }: { nowMs?: number }) => fake.reset(nowMs),
  settings: (change: Partial<Settings>) => void Object.assign(fake.world.settings, change),
  /** Makes the product's meter and price. */
  catalogue: (lookupKey: string) => makeCatalogue(fake.world, lookupKey),
  /** Moves time on, epoch ms; all that falls due happens in order. */
  moveTo: (nowMs: number) => fake.world.clock.moveTo(nowMs),
  /** The next `times` calls that match fail. */
  fail: (fault: Fault) => void fake.faults.push({ ...fault }),
  /** While it is down, each connection ends without an answer. */
  setDown: (isDown: boolean) => void (fake.isDown = isDown),
  /** Takes back all failures that are still to come. */
  heal: () => void fake.faults.splice(0),
  /** The webhooks that wait, in order; they wait no longer. */
  take: () => fake.world.take(),
  state: () => {
    const { customers, taxIds, subscriptions, invoices, setupIntents, meterEvents } = fake.world;
    return {
      customers: [...customers.values()],
      taxIds: [...taxIds.values()],
      subscriptions: [...subscriptions.values()],
      invoices: [...invoices.values()],
      setupIntents: [...setupIntents.values()],
      meterEvents,
      /** Calls that the fake does not know, and calls of unknown keys or versions: a test looks that there are none. */
      unexpected: fake.unexpected,
    };
  },
  /** All calls of the API since the reset, as `GET /v1/prices`. */
  requests: () => fake.requests,
  /** What the customer does in the browser: a card number, and the answer to their bank where it asks. */
  confirmSetup: (id: string, number: string, outcome?: 'complete' | 'fail'): SetupIntent => {
    const { world } = fake;
    const intent = confirm(world, world.found('setupintent', world.setupIntents, id), number);
    return intent.status === 'requires_action' && outcome ? authenticate(world, intent, outcome) : intent;
  },
  setStatus: (id: string, status: Subscription['status']) => {
    const subscription = fake.world.found('subscription', fake.world.subscriptions, id);
    if (status === 'canceled') endSubscription(fake.world, subscription);
    else setStatus(fake.world, subscription, status);
  },
  detachCard: (id: string) => detach(fake.world, fake.world.found('PaymentMethod', fake.world.cards, id).method),
  deleteCustomer: (id: string) => void deleteCustomer(fake.world, id),
  /** The days and amounts on all final invoices of a customer. */
  billed: (customer: string) => billedTo(fake.world, customer),
});

export type Doors = ReturnType<typeof doorsOf>;
