/**
 * The texts of the landing page and of the layout of all public pages. They are separate from `texts`, because the app
 * does not need them.
 */
export const siteEnglish = {
  title: 'Headroom: live crowd counting for events and venues',
  description:
    'Count people at every door from any phone and see each area’s occupancy live. $3 per event per day of activity, no monthly fee, 7 days free.',
  appDescription: 'Headroom counts crowds in real time, on every device at the door.',
  needsScript: 'Headroom counts live in the browser and needs JavaScript for that. Please switch it on and reload.',
  skip: 'Skip to the content',
  nav: 'Account',
  logIn: 'Log in',
  signUp: 'Sign up',
  hero: {
    title: 'Know how full every room is.',
    titleEnd: 'Right now.',
    lead: 'Your door staff tap + and − on their own phones. Every connected screen shows the new number at once, so you act on what is true and not on the last radio call.',
    trial: 'Start your free trial',
    terms: '7 days free, then $3 per event per day of activity. No monthly fee.',
  },
  demo: {
    label: 'Try it: count on the phone, watch the dashboard',
    phone: 'On the phone at the door',
    dashboard: 'On your dashboard, at the same moment',
    event: 'Friday Night',
    areas: { main: 'Main Stage', terrace: 'Terrace', bar: 'Bar', roof: 'Roof' },
    onSite: 'On site now',
    hint: 'Go on, let someone in.',
    otherDoor: 'The other door is counting too.',
    pause: 'Pause it',
    resume: 'Let it count',
    said: (area: string, count: string, total: string) => `${area}: ${count}. On site: ${total}.`,
  },
  steps: {
    title: 'Ready before the doors open',
    list: [
      {
        title: 'Set up the evening',
        text: 'Create an event and add its areas, each with its capacity: main floor, terrace, upstairs bar.',
      },
      {
        title: 'Share one code',
        text: 'Staff open Headroom in the browser and type the event’s access code. They need no account and see nothing but this event.',
      },
      {
        title: 'Count at every door',
        text: '+ when someone comes in, − when someone leaves. However many doors an area has, all of them move the same number.',
      },
    ],
  },
  levels: {
    title: 'You see it coming',
    lead: 'Each area shows how full it is in a number, in words and in a bar with marks at 75% and 90%. Nobody has to work out percentages at the door.',
    areas: [
      { name: 'Terrace', occupancy: 74, capacity: 120 },
      { name: 'Main floor', occupancy: 656, capacity: 800 },
      { name: 'Upstairs bar', occupancy: 88, capacity: 95 },
    ],
  },
  features: {
    title: 'What you get',
    cards: {
      realTime: {
        title: 'Real-time updates',
        summary: 'Counts sync instantly to all connected devices.',
        points: [
          'A tap at one door moves the number on every other phone, tablet and dashboard of the event. Nobody reloads, nobody asks around.',
          'When a phone loses the network, it goes on counting. It says how many taps are unsent and sends them when the network is back.',
          'Each tap is counted exactly once, however bad the connection is.',
        ],
      },
      webFirst: {
        title: 'Web-first',
        summary: 'Any browser, any device, no download.',
        points: [
          'Use the phones, tablets and laptops that your team already carries. Open the page, type the code, count.',
          'Large pads for one thumb, a number you read at arm’s length, light by day and dark at night.',
          'Works with the keyboard and with screen readers as well.',
        ],
      },
      pricing: {
        title: 'Fair pricing',
        summary: '$3 per event per day of activity. No monthly fee.',
        points: [
          'Only days with recorded activity are billed. Setting up weeks ahead is free, and so is every quiet day.',
          'A night that runs past midnight is one day, not two.',
          'Two nights of one event cost $6. A month without events costs nothing. The first 7 days are free.',
        ],
      },
      reports: {
        title: 'Report ready',
        summary: 'Downloadable reports of every event.',
        points: [
          'What every door counted is kept, area by area: people in, people out, how full it was, and how long it was too full.',
          'Each day closes into a report at the hour you choose. Taps that arrive later make a new version of it, and the first one stays.',
          'Download it as Excel or CSV, or print it, for your debrief, for the venue, or for whoever asks how many were inside.',
        ],
      },
    },
  },
  closing: {
    title: 'Tonight’s number, on every screen.',
    text: 'Create an account, add your first event and hand out its code. It takes a few minutes.',
  },
  footer: {
    copyright: '© 2026 Headroom',
    label: 'Footer',
    privacy: 'Privacy policy',
    terms: 'Terms of service',
    support: 'Contact support',
    licenses: 'Open-source licenses',
  },
} as const;
