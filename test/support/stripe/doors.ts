import { authenticate, confirm, detach } from './cards';
import { makeCatalog } from './catalog';
import type { Fault, Settings } from './control';
import { deleteCustomer } from './customers';
import type { FakeStripe } from './fake';
import { billedTo } from './invoices';
import type { SetupIntent, Subscription } from './objects';
import { endSubscription, setStatus } from './world';

/** The functions by which tests control a fake. Other processes use POST /_test/<name>, with JSON in and out. */
export const doorsOf = (fake: FakeStripe) => ({
  /** Deletes all data; time stands still at `nowMs`, by default the current time. */
  reset: ({ nowMs }: { nowMs?: number }) => fake.reset(nowMs),
  settings: (change: Partial<Settings>) => void Object.assign(fake.world.settings, change),
  /** Creates the product's meter and price. */
  catalog: (lookupKey: string) => makeCatalog(fake.world, lookupKey),
  /** Advances time to `nowMs`, epoch ms; everything that becomes due happens in order. */
  moveTo: (nowMs: number) => fake.world.clock.moveTo(nowMs),
  /** Makes the next `times` calls that match fail. */
  fail: (fault: Fault) => void fake.faults.push({ ...fault }),
  /** While the fake is down, each connection ends without an answer. */
  setDown: (isDown: boolean) => void (fake.isDown = isDown),
  /** Removes all pending faults. */
  heal: () => void fake.faults.splice(0),
  /** Returns the pending webhooks in order and removes them. */
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
      /** Calls that the fake does not know, and calls with unknown keys or versions. A test checks that there are none. */
      unexpected: fake.unexpected,
    };
  },
  /** All API calls since the reset, such as `GET /v1/prices`. */
  requests: () => fake.requests,
  /** The customer's part in the browser: a card number, and the answer to the bank if it asks. */
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
