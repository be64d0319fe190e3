import type { UrgentNews } from '../rpc/urgent-news';

/** The question whether somebody may send alerts. It is asked again after a restore (docs/product.md, X5). */
interface Question {
  from: string;
  isAgain: boolean;
}

type OrderKind = Extract<UrgentNews, { type: 'order.unconfirmed' }>['data']['order']['kind'];

/** The words of mails, notifications and pushes about what happens at an event. */
export interface MessageWords {
  /** The place of an alert that is about no area. */
  wholeVenue: string;
  reached: (place: string, threshold: number) => string;
  people: (occupancy: number, capacity: number) => string;
  unheard: (machine: string, minutes: number) => string;
  /** What a machine's trouble means. */
  machine: Record<'uncounted' | 'wrongTimes' | 'doubted', string>;
  acknowledged: (place: string, by: string | null) => string;
  cleared: (place: string) => string;
  summary: (count: number) => string;
  /** What a summary says of the alerts that it does not name. */
  more: (count: number) => string;
  testTitle: string;
  test: string;
  pausedTitle: string;
  paused: string[];
  /** The frame of a mail around its lines. */
  mail: { open: string; leave: string };
  /** The mail that asks the holder of an address to agree. */
  confirm: (link: string, question: Question) => { subject: string; text: string };
  news: {
    evacuation: string;
    drill: string;
    madeReal: string;
    ended: (isDrill: boolean) => string;
    mistake: string;
    inside: (people: number) => string;
    unaccounted: (people: number) => string;
    orders: Record<OrderKind, string>;
    unconfirmed: (order: string, minutes: number) => string;
    waiting: (devices: number) => string;
  };
}

export const messageWords: MessageWords = {
  wholeVenue: 'the venue',
  reached: (place, threshold) => `${place} has reached ${threshold}%`,
  people: (occupancy, capacity) => `${occupancy} of ${capacity} people when it was reached`,
  unheard: (machine, minutes) => `${machine} has not been heard for ${minutes} minutes`,
  machine: {
    uncounted: 'People who pass there are not counted.',
    wrongTimes:
      'People who pass there are counted at a wrong time, and after a recount not at all. Please set its clock.',
    doubted: 'Please look how many people are there, and recount.',
  },
  acknowledged: (place, by) => `${place}: seen${by === null ? '' : ` by ${by}`}`,
  cleared: (place) => `${place}: the alert is over`,
  summary: (count) => `Headroom: ${count} alerts`,
  more: (count) => `and ${count} more`,
  testTitle: 'Headroom: this is a test',
  test: 'Alerts of your events will reach you here.',
  pausedTitle: 'Headroom: no more mails today',
  paused: [
    'This account has sent as many mails about alerts as it may in a day. The next ones come after 00:00 UTC.',
    'Notifications in browsers and webhooks go on. Mails about the highest threshold of an event still come.',
  ],
  mail: { open: 'Open Headroom:', leave: 'You get this mail because you agreed to alerts by mail. Stop them here:' },
  confirm: (link, { from, isAgain }) => ({
    subject: 'Alerts from Headroom: please confirm',
    text: `${from} would like to send alerts about crowded areas to this address.
${isAgain ? '\nHeadroom was restored from a backup. Please confirm again, even if you had agreed before.\n' : ''}
If you want them, confirm within seven days:
${link}

Without that nothing is sent, and you can ignore this mail.
`,
  }),
  news: {
    evacuation: 'EVACUATION has started',
    drill: 'Drill: an evacuation is being practiced',
    madeReal: 'EVACUATION: the drill has become real',
    ended: (isDrill) => (isDrill ? 'The drill has ended' : 'The evacuation has ended'),
    mistake: 'It was started by mistake.',
    inside: (people) => `${people} people inside by the count`,
    unaccounted: (people) => `${people} people neither inside nor at an assembly point`,
    orders: { stop: 'Stop', hold: 'Hold', one_in_one_out: 'One in, one out', open: 'Open' },
    unconfirmed: (order, minutes) =>
      `“${order}” is not confirmed after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    waiting: (devices) => `${devices} ${devices === 1 ? 'device has' : 'devices have'} not confirmed it.`,
  },
};
