import type { OrderKind } from '../../shared/orders/schemas';

/** The heads of the columns of these sections. */
export type EventHead =
  | 'what'
  | 'began'
  | 'insideThen'
  | 'ended'
  | 'stillInside'
  | 'lasted'
  | 'order'
  | 'whom'
  | 'given'
  | 'confirmed'
  | 'slowest'
  | 'note';

/** The words of the sealed report's sections on evacuations, drills and orders. They are frozen, like all of its words. */
export interface EventWords {
  evacuations: string;
  evacuationsLead: string;
  evacuation: string;
  drill: string;
  drillUntil: (at: string) => string;
  byMistake: string;
  orders: string;
  ordersLead: string;
  orderKinds: Record<OrderKind, string>;
  allDoors: string;
  doorsOf: (area: string) => string;
  door: (device: string) => string;
  unnamedDoor: string;
  ofAll: (confirmed: number, devices: number) => string;
  replaced: (at: string) => string;
  before: string;
  after: string;
  leftOut: (orders: number) => string;
  heads: Record<EventHead, string>;
}

export const enEventWords: EventWords = {
  evacuations: 'Evacuations and drills',
  evacuationsLead:
    'People inside are those of the whole venue; in a drill, as the drill counted them. A drill changes no other figure of this report.',
  evacuation: 'Evacuation',
  drill: 'Drill',
  drillUntil: (at) => `a drill until ${at}`,
  byMistake: 'started by mistake',
  orders: 'Orders to doors',
  ordersLead: 'What the control room told the doors, from when to when, and how many devices confirmed it.',
  orderKinds: { stop: 'Stop', hold: 'Hold', one_in_one_out: 'One in, one out', open: 'Open' },
  allDoors: 'All doors',
  doorsOf: (area) => `Doors of ${area}`,
  door: (device) => `Only ${device}`,
  unnamedDoor: 'a door without a name',
  ofAll: (confirmed, devices) => `${confirmed} of ${devices}`,
  replaced: (at) => `${at}, replaced`,
  before: 'before this day',
  after: 'not on this day',
  leftOut: (orders) => `${orders} later orders are not listed here. journal.csv has them.`,
  heads: {
    what: 'What',
    began: 'Began',
    insideThen: 'Inside at the beginning',
    ended: 'Ended',
    stillInside: 'Still inside at the end',
    lasted: 'Lasted',
    order: 'Order',
    whom: 'For',
    given: 'Given',
    confirmed: 'Confirmed',
    slowest: 'Last confirmation after, s',
    note: 'Note',
  },
};
