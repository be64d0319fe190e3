/**
 * Every setting of an installation. src/env.ts takes its type and its defaults from here, `npm start` and the deployment
 * their lists (scripts/variables.ts), and `npm run settings` the lists of docs/settings.md.
 */

export interface Setting {
  /** A secret stands at Cloudflare or in the environment alone; every other setting is a variable in wrangler.toml. */
  isSecret?: true;
  /** The heading below which docs/settings.md lists it. */
  group: 'Installation' | 'Mails and pushes' | 'Billing' | 'Trouble' | 'Seals' | 'Limits' | 'Tests and development';
  /** What it does, for operators: Markdown, with links from docs/. */
  does: string;
  /** The option of `npm run setup` that sets it; without one it is set by hand. */
  by?: string;
  /** The value without the setting; absent if something is off. */
  default?: string | number;
}

export const SETTINGS = {
  SUPPORT_EMAIL: {
    group: 'Installation',
    does: 'The address shown wherever somebody needs help. A deployment needs one that somebody reads.',
    by: '--support-email',
    default: 'support@headroom.example',
  },
  SIGN_UP: {
    group: 'Installation',
    does:
      'Who may make an account: `open` (everybody), `invited` (each with an [invitation](deploy.md#invitations)) or `closed` ' +
      '(nobody after the first, which needs an invitation). Setup writes `closed` unless told otherwise. Existing accounts, logins and doors are never touched.',
    by: '--sign-up',
    default: 'open',
  },
  PUBLIC_ORIGIN: {
    group: 'Installation',
    does:
      'The public address, like `https://headroom.example.com`. Links in mails, join and display links and the addresses of public pages begin ' +
      'with it. If it is HTTPS, [plain HTTP is refused](deploy.md#https-only).',
    by: '--domain',
  },
  RETENTION_MONTHS: {
    group: 'Installation',
    does:
      'How many months reports, ledger and journal are kept; single taps are kept for 90 days. A changed value applies the next time a room ' +
      'deletes. Deleted data cannot be recovered.',
    by: '--retention-months',
    default: 24,
  },
  JURISDICTION: {
    group: 'Installation',
    does: '`eu` or `fedramp`: [where all data stays](deploy.md#where-things-live). Cloudflare only; it breaks a local server.',
    by: '--jurisdiction',
  },
  OPERATOR_TOKEN: {
    isSecret: true,
    group: 'Installation',
    does: 'Enables `/api/operator`: export, import and restore of events, backups, invitations. Without it these calls do not exist.',
    by: 'the first setup',
  },
  ENVIRONMENT: {
    group: 'Installation',
    does: 'The name under which errors are reported and backups are stored (`local` without it).',
  },
  TRUSTED_PROXY: {
    group: 'Installation',
    does:
      'Who is believed about the client’s address. `cloudflare` in a deployment, which is refused without it; `forwarded` with `npm start` ' +
      '[behind a proxy](deploy.md#behind-a-proxy).',
  },
  MAIL_API_KEY: {
    isSecret: true,
    group: 'Mails and pushes',
    does:
      '[The mail provider’s](deploy.md#the-mail-provider) key. With it, the next two and `PUBLIC_ORIGIN`, passwords are reset by mail; otherwise the ' +
      'login shows `SUPPORT_EMAIL`.',
    by: '--with mail',
  },
  MAIL_API_URL: {
    group: 'Mails and pushes',
    does: 'The provider’s call that sends a mail, like `https://api.resend.com/emails`.',
    by: '--with mail',
  },
  MAIL_FROM: {
    group: 'Mails and pushes',
    does: 'The sender, like `Headroom <no-reply@example.com>`.',
    by: '--with mail',
  },
  PUSH_KEY: {
    isSecret: true,
    group: 'Mails and pushes',
    does: 'The key pair that `npm run push:key` prints. Without it no push to browsers is offered; with another one each browser has to be added again.',
    by: '--with push',
  },
  STRIPE_SECRET_KEY: {
    isSecret: true,
    group: 'Billing',
    does: 'Turns [billing](billing.md) on.',
    by: '--with stripe',
  },
  STRIPE_WEBHOOK_SECRET: {
    isSecret: true,
    group: 'Billing',
    does: 'The signing secrets of both webhooks, with a comma between them.',
    by: '--with stripe',
  },
  STRIPE_PUBLISHABLE_KEY: {
    group: 'Billing',
    does: 'The key with which browsers save cards.',
    by: '--with stripe',
  },
  STRIPE_PRICE_LOOKUP_KEY: {
    group: 'Billing',
    does: 'The lookup key of the price, if it is another than that of `npm run stripe:setup`.',
    by: '--with stripe',
  },
  ALARM_EMAIL: {
    group: 'Trouble',
    does: 'Where [alarms](incidents.md#alarms) are mailed. Needs the settings of mails.',
    by: '--with alarms',
  },
  ALARM_WEBHOOK_URL: {
    isSecret: true,
    group: 'Trouble',
    does: 'The chat’s webhook to which alarms are posted.',
    by: '--with alarms',
  },
  HEARTBEAT_URL: {
    isSecret: true,
    group: 'Trouble',
    does: 'The dead man’s switch that is called each minute while all is well.',
    by: '--with alarms',
  },
  SENTRY_DSN: {
    group: 'Trouble',
    does: 'Where errors of worker, rooms and web are reported, scrubbed, under their `requestId`.',
    by: '--with sentry',
  },
  EVIDENCE_KEY: {
    isSecret: true,
    group: 'Seals',
    does:
      'The key that signs the [seals](deploy.md#seals) of closed days, from `npm run evidence:key`. Without it they have no signature. ' +
      '`npm start` makes one of its own.',
    by: '--with evidence',
  },
  EVIDENCE_RETIRED_KEYS: {
    group: 'Seals',
    does: 'The public keys that signed earlier, with commas between. They stay for good.',
  },
  EVIDENCE_MAIL: {
    group: 'Seals',
    does: '`off` keeps fingerprints of seals from being mailed to admins.',
    default: 'on',
  },
  MAX_FRAMES_PER_SECOND: {
    group: 'Limits',
    does: 'Frames, polls and reads of areas per second, session and event; five times as many at once. Beyond: 4429 and back after 5 s, or 429.',
    default: 100,
  },
  MAX_TAPS_PER_SECOND: {
    group: 'Limits',
    does:
      'Taps per second, session and event; 100 times as many at once. Later taps wait on the phone: 50,000 take seven minutes. ' +
      'Also the rows per second that a key’s machines may write at an event.',
    default: 100,
  },
  MAX_TRIAL_TAPS: {
    group: 'Limits',
    does: 'Taps that an event takes before its account subscribes, with billing on: [what that costs](cost.md#a-free-trial). Then the event is locked.',
    default: 500_000,
  },
  MAX_TRIAL_EVENTS: {
    group: 'Limits',
    does: 'Events that an account makes before it subscribes, deleted ones included.',
    default: 20,
  },
  FREE_TAPS_PER_DAY: {
    group: 'Limits',
    does:
      'Taps a day (UTC) that nobody pays for, $20 at most. A quarter is the [alarm](incidents.md#alarms) `taps`; with billing on, all of them stop ' +
      'sign-ups without an invitation until midnight, and nothing else.',
    default: 9_200_000,
  },
  MAX_NEW_CLIENTS_PER_HOUR: {
    group: 'Limits',
    does: 'Page loads that count, per hour, session and event. The next one waits up to a minute; its taps stay on the device.',
    default: 60,
  },
  MAX_SOURCE_BATCHES_PER_MINUTE: {
    group: 'Limits',
    does: 'Calls a minute of one machine, 20 at once; beyond: 429. [What they cost](cost.md#machines-that-count).',
    default: 12,
  },
  MAX_SOCKETS_PER_SESSION: {
    group: 'Limits',
    does: 'Sockets of one session at one event. Further ones get 503, and their devices count by calls.',
    default: 20,
  },
  MAX_SOCKETS_PER_ROOM: {
    group: 'Limits',
    does: 'Counting devices with a socket at one event; beyond likewise.',
    default: 5000,
  },
  MAX_VIEWERS_PER_ADDRESS: {
    group: 'Limits',
    does: 'Displays of one network address at a room or relay.',
    default: 500,
  },
  MAX_VIEWERS_PER_ROOM: {
    group: 'Limits',
    does: 'Displays that a room serves itself; with more, up to 50 relays serve them. Beyond the relays, displays read by calls.',
    default: 250,
  },
  MAX_VIEWERS_PER_RELAY: {
    group: 'Limits',
    does: 'Displays of one relay.',
    default: 2000,
  },
  LOOKUP_MISSES_PER_SECOND: {
    group: 'Limits',
    does:
      'Lookups per second and address that find nothing (made-up cookies and links), in each isolate; then 429 for 2 s. Lookups that find something ' +
      'pass. At Cloudflare the binding `LOOKUP_MISSES` limits them, too.',
    default: 5,
  },
  MAIL_TO_CONSOLE: {
    group: 'Tests and development',
    does:
      '`true` prints mails instead of sending them. The default with `npm start` while only this machine reaches it and there is no `MAIL_API_KEY`. ' +
      'A deployment refuses it.',
  },
  STRIPE_API_BASE: {
    group: 'Tests and development',
    does: 'Another address of Stripe’s API, like `http://127.0.0.1:1234`.',
  },
  OUTBOUND_TEST_HOSTS: {
    group: 'Tests and development',
    does:
      'Hosts of recipients that are on this machine: with `hook.test=http://127.0.0.1:8080`, `https://hook.test/alerts` is called as ' +
      '`http://127.0.0.1:8080/alerts`. Commas between. A deployment refuses it.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
export const isSetting = (name: string): name is SettingName => name in SETTINGS;

/** What only `npm start` and `npm run demo` read, from the environment alone. */
export const SERVER_SETTINGS = {
  PORT: { does: 'The port.', default: '8787' },
  HOST: { does: 'The address to listen on; `0.0.0.0` for the whole network.', default: 'localhost' },
  STATE_DIR: {
    does: 'The folder of database, rooms and backups; the demo’s is `.wrangler/demo`.',
    default: '.wrangler/state',
  },
  BUILD_DIR: { does: 'The folder that the build is written to and served from.', default: 'dist' },
  PROXY_ADDRESS: {
    does: 'With `TRUSTED_PROXY=forwarded`, the proxy’s addresses, with commas between.',
    default: 'this machine, if `HOST` is loopback; otherwise the server does not start',
  },
} as const satisfies Readonly<Record<string, Pick<Setting, 'does' | 'default'>>>;
