export const keyTexts = {
  lead: 'Programs use these keys to call Headroom: turnstiles, cameras, ticket systems, dashboards.',
  loadFailed: 'The API keys could not be loaded.',
  none: 'There are no API keys yet.',
  add: 'Create API key',
  scopes: {
    read: 'Read numbers and reports',
    count: 'Report counts',
    manage: 'Change events, areas and orders',
  },
  allEvents: 'All events',
  expires: (day: string) => `Expires ${day}`,
  expired: 'Expired',
  revoked: 'Revoked',
  used: (moment: string) => `Last used ${moment}`,
  unused: 'Never used',
  from: (addresses: string) => `Only from ${addresses}`,
  endsIn: (days: number) => (days === 0 ? 'Ends within a day' : `Ends in ${days} ${days === 1 ? 'day' : 'days'}`),
  overlapEnds: (moment: string) => `The key from before the renewal works until ${moment}`,
  renew: 'Renew',
  renewOf: (name: string) => `Renew ${name}`,
  renewal: {
    lead: 'You get a new key to copy. What belongs to the present one stays: what it may do, and its machines. The present one goes on working for a while, so that you can change machines and programs one after the other.',
    endsOlder: (moment: string) =>
      `The key from before the last renewal still works until ${moment}. If you renew again, it ends now.`,
    overlap: 'The present key works for',
    overlapDays: (days: number) => {
      if (days === 0) return 'Not at all: it ends now';
      return `${days} more ${days === 1 ? 'day' : 'days'}`;
    },
    renewing: 'Renewing…',
  },
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revoking: 'Revoking…',
  revokeQuestion: 'Revoke API key',
  revokeConsequence: 'Programs that use it are refused from now on. This cannot be undone.',
  failed: 'That did not work. Please try again.',
  form: {
    name: 'What the key is for',
    scopes: 'What it may do',
    event: 'Events',
    expiry: 'Valid for',
    days: (days: number) => {
      if (days === 365) return 'One year';
      if (days === 730) return 'Two years';
      return `${days} days`;
    },
    addresses: 'Only from these addresses (optional)',
    addressesHint: 'IP addresses or ranges, separated by commas: 203.0.113.7, 198.51.100.0/24',
    password: 'Your password',
    nameMissing: 'Please say what the key is for.',
    scopesMissing: 'Please choose what the key may do.',
    passwordMissing: 'Please enter your password.',
    creating: 'Creating…',
  },
  created: {
    text: 'Copy this key now. It is not shown again.',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Done',
  },
} as const;
