export const settingPagesTexts = {
  title: 'Settings',
  account: 'Account settings',
  backToApp: 'Back to the app',
  loading: 'Loading settings…',
  gone: 'This event does not exist, or it belongs to another account.',
  saved: 'Saved',
  discard: 'Discard changes',
  sections: 'Sections',
  search: {
    label: 'Find a setting',
    found: (settings: number) =>
      settings === 0 ? 'No setting found.' : settings === 1 ? 'One setting found.' : `${settings} settings found.`,
  },
  leave: {
    title: 'Leave without saving?',
    description: 'These changes are not saved and will be lost.',
    confirm: 'Leave',
  },
  section: {
    general: 'General',
    capacity: 'Capacity',
    alerts: 'Alerts',
    counting: 'Counting',
    public: 'Public',
    inspectors: 'Inspectors',
    machines: 'Machines',
    control: 'Control room',
  },
  accountSection: {
    plan: 'Plan and billing',
    security: 'Security',
    keys: 'API keys',
    recipients: 'Webhooks and recipients',
    data: 'Your data',
    delete: 'Delete Account',
  },
  elsewhere: {
    title: 'Another window has changed this meanwhile:',
    clash: 'You have changed it here, too. Nothing is saved until you choose.',
    theirs: 'Use the new value',
    mine: 'Keep mine',
    seen: 'Got it',
  },
  general: {
    name: 'Name',
    copy: 'The next night can start from a copy of this event.',
    delete: 'The event, its areas and its counts are deleted for good.',
  },
  capacity: {
    areas: 'Areas',
    noAreas: 'This event has no areas yet.',
    areaPeople: (people: string) => `At most ${people}`,
    noLimit: 'No limit',
    authorities: 'License, fire safety, assistant',
    authoritiesOf: (numbers: string) => `License, fire safety, assistant: ${numbers}`,
  },
  alerts: {
    told: 'Who is told outside the app',
    toldLead: 'Browsers, mail addresses and webhooks of the account, each with its own levels.',
    recipients: 'Recipients of the account',
    list: 'Alerts of this event',
  },
  counting: {
    reset: 'At the end of the night, every area goes back to 0. Total ins stay as they are.',
  },
  machines: {
    lead: 'A turnstile, a camera or a script counts in an area with its IDs and an API key.',
    keys: 'API keys of the account',
  },
  control: {
    lead: 'What the control room gives to the doors, and how long it waits for them.',
  },
} as const;
