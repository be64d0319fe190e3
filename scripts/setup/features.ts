/** A part of the product that an installation may turn on, now or later. */
export interface Feature {
  /** Its name after `--with`. */
  name: string;
  /** What does not happen while it is off. */
  without: string;
  variables: readonly Setting[];
  secrets: readonly Setting[];
}

export interface Setting {
  name: string;
  /** The question on a terminal. */
  what: string;
  /** Whether the feature works without it. */
  isOptional?: boolean;
  /** Another feature that must be on for it. */
  needs?: string;
}

/** The features with settings of their own. Backups need a bucket instead (resources.ts). */
export const FEATURES: readonly Feature[] = [
  {
    name: 'mail',
    without: 'forgotten passwords are not reset by mail; the login shows SUPPORT_EMAIL',
    variables: [
      { name: 'MAIL_API_URL', what: 'the provider’s call that sends a mail, as https://api.resend.com/emails' },
      { name: 'PUBLIC_ORIGIN', what: 'the address that links in mails lead to, as https://headroom.example.com' },
      { name: 'MAIL_FROM', what: 'the sender, as Headroom <no-reply@example.com>' },
    ],
    secrets: [{ name: 'MAIL_API_KEY', what: 'the provider’s API key' }],
  },
  {
    name: 'sentry',
    without: 'errors are only in the log',
    variables: [{ name: 'SENTRY_DSN', what: 'the DSN of the Sentry project' }],
    secrets: [],
  },
  {
    name: 'stripe',
    without: 'billing is off, and nothing is charged (docs/billing.md)',
    variables: [
      { name: 'STRIPE_PUBLISHABLE_KEY', what: 'the publishable key, pk_live_…' },
      {
        name: 'STRIPE_PRICE_LOOKUP_KEY',
        what: 'the lookup key of the price; empty for the usual one',
        isOptional: true,
      },
    ],
    secrets: [
      { name: 'STRIPE_SECRET_KEY', what: 'the secret or restricted key, sk_live_… or rk_live_…' },
      { name: 'STRIPE_WEBHOOK_SECRET', what: 'both signing secrets, with a comma between them' },
    ],
  },
  {
    name: 'evidence',
    without: 'closed days are sealed without a signature',
    variables: [],
    secrets: [{ name: 'EVIDENCE_KEY', what: 'the key of the seals, which npm run evidence:key prints' }],
  },
  {
    name: 'push',
    without: 'alerts reach no browser while the app is closed',
    variables: [],
    secrets: [{ name: 'PUSH_KEY', what: 'the key of pushes, which npm run push:key prints' }],
  },
  {
    name: 'alarms',
    without: 'nobody is told when something is wrong',
    variables: [
      {
        name: 'ALARM_EMAIL',
        what: 'the address that receives alarms, for --with mail,alarms',
        isOptional: true,
        needs: 'mail',
      },
    ],
    secrets: [
      { name: 'ALARM_WEBHOOK_URL', what: 'the webhook that receives alarms', isOptional: true },
      { name: 'HEARTBEAT_URL', what: 'the address that is asked while all is well', isOptional: true },
    ],
  },
];

/** Whether a feature has all that it needs, or any of its settings if it needs none in particular. */
export function isOn({ variables, secrets }: Feature, isSet: (name: string) => boolean): boolean {
  const settings = [...variables, ...secrets];
  const needed = settings.filter(({ isOptional }) => !isOptional);
  return needed.length > 0 ? needed.every(({ name }) => isSet(name)) : settings.some(({ name }) => isSet(name));
}
