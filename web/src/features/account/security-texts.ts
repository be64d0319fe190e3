export const securityTexts = {
  security: {
    title: 'Security',
    changePassword: 'Change password',
    secondStep: 'Second step at the login',
    secondStepWords: 'two-factor 2fa mfa authenticator app code totp recovery codes',
    devices: 'Where you are logged in',
    current: 'This device',
    unknown: 'Unknown browser',
    sameName: (browser: string, sessions: number) => `${sessions} more: ${browser}`,
    since: (moment: string) => `Logged in ${moment}`,
    lastUsed: (when: string) => `Last used ${when}`,
    logOut: 'Log out',
    logOutOf: (browser: string, moment: string) => `Log out: ${browser}, logged in ${moment}`,
    logOutOthers: 'Log out all other devices',
    busy: 'Logging out…',
    question: 'Log out device',
    consequence: 'It has to log in again. Taps that it has not sent yet wait on it until then.',
    others: (count: number | null) => {
      if (count === null) return 'All other devices';
      return count === 1 ? 'One other device' : `${count} other devices`;
    },
    more: 'Show more',
    othersConsequence: 'They have to log in again. Taps that they have not sent yet wait on them until then.',
    codes: 'Devices that are logged in with an access code are not listed: replacing the code logs them out.',
    loadFailed: 'The devices could not be loaded.',
    failed: 'That did not work. Please try again.',
  },
  passwordChange: {
    current: 'Current password',
    next: 'New password',
    submit: 'Change password',
    consequence:
      'Every other device on which you are logged in is logged out. Those that are logged in with an access code count on.',
    currentMissing: 'Please enter your current password.',
    changed: 'Your password has been changed. All other devices are logged out.',
  },
  ownData: {
    title: 'Your data',
    text: 'Everything that is kept of your account, in one file: billing details, logins, events with their areas, settings, counts and devices, what was changed by whom, and reports.',
    elsewhere:
      'Single taps are downloads of each event’s reports, and the audit log is one of its own. Stripe sends your invoices.',
    format: 'The file is JSON, which other programs can read.',
    download: 'Download',
    running: 'Downloading…',
    failed: 'Your data could not be downloaded. Please try again.',
    done: (fileName: string) => `Downloaded as “${fileName}”.`,
  },
} as const;
