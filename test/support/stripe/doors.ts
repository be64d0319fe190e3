import { authenticate, confirm, detach } from './cards';
import { makeCatalogue } from './catalogue';
import type { Doors } from './control';
import { deleteCustomer } from './customers';
import type { FakeStripe } from './fake';
import { billedTo } from './invoices';
import { endSubscription, setStatus } from './status';

/** The tests' doors of a fake. */
export const doorsOf = (fake: FakeStripe): Doors => ({
  reset: ({ nowMs }) => fake.reset(nowMs),
  settings: (change) => void Object.assign(fake.world.settings, change),
  catalogue: (lookupKey) => makeCatalogue(fake.world, lookupKey),
  moveTo: (nowMs) => fake.world.clock.moveTo(nowMs),
  fail: (fault) => void fake.faults.push({ ...fault }),
  setDown: (isDown) => void (fake.isDown = isDown),
  heal: () => void fake.faults.splice(0),
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
      unexpected: fake.unexpected,
    };
  },
  requests: () => fake.requests,
  confirmSetup: (id, number, outcome) => {
    const { world } = fake;
    const intent = confirm(world, world.found('setupintent', world.setupIntents, id), number);
    return intent.status === 'requires_action' && outcome ? authenticate(world, intent, outcome) : intent;
  },
  setStatus: (id, status) => {
    const subscription = fake.world.found('subscription', fake.world.subscriptions, id);
    if (status === 'canceled') endSubscription(fake.world, subscription);
    else setStatus(fake.world, subscription, status);
  },
  detachCard: (id) => detach(fake.world, fake.world.found('PaymentMethod', fake.world.cards, id).method),
  deleteCustomer: (id) => void deleteCustomer(fake.world, id),
  billed: (customer) => billedTo(fake.world, customer),
});
