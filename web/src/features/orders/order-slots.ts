import { useSyncExternalStore } from 'react';

type Slots = ReadonlyMap<string, Element>;

let slots: Slots = new Map();
const subscribers = new Set<() => void>();

function change(next: Slots): void {
  slots = next;
  for (const subscriber of subscribers) subscriber();
}

/** Returns the ref of the place that an order's row in the band has for what only an organizer sees. */
export const orderSlot = (orderId: string) => (own: Element | null) => {
  if (own === null) return undefined;
  change(new Map(slots).set(orderId, own));
  return () => change(new Map([...slots].filter(([, slot]) => slot !== own)));
};

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => void subscribers.delete(subscriber);
}

/** Returns the places in the band's rows, by the id of the order. */
export const useOrderSlots = (): Slots => useSyncExternalStore(subscribe, () => slots);
