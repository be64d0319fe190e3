/** The subject and the text of a mail, or its part in one language. */
interface Words {
  subject: string;
  text: string;
}

/** What goes on opening or leaving an account when its password has changed, and how many of each there are. */
export interface Staying {
  keys: number;
  webhooks: number;
  links: number;
}

/** The links of an event's chain that a mail brings. */
interface SealedDays {
  eventName: string;
  /** @param revision the word for it */
  listed: (revision: string) => string;
  /** The address of the page that checks a pack; null if the installation has no address. */
  verifyPage: string | null;
}

/** What somebody who knows the password has done to a second step: 'guessed' at its codes, many times. */
export type SecondStepNews = 'set' | 'ended' | 'guessed';

/** The words of the mails about an account. */
export interface MailWords {
  /** The mail with a link that resets the password. The link works once, for an hour. */
  reset: (link: string) => Words;
  /** The mail after a password was changed, so that the account's holder learns of it. */
  changed: (forgotPasswordPage: string, staying: Staying) => Words;
  /** The mail that invites somebody to the account of `from`. The link works once, for a week. */
  invited: (from: string, link: string) => Words;
  /**
   * The mail after somebody's second step was reset.
   * @param at when it ends; null for at once
   */
  secondStepReset: (email: string, at: string | null) => Words;
  /** The mails after somebody's second step was set up or ended, or its codes were guessed, with the password. */
  secondStep: Readonly<Record<SecondStepNews, (email: string) => Words>>;
  /** @param eventName the only event of the key; null for all */
  keyEnd: (name: string, eventName: string | null, at: string, page: string) => Words;
  seals: (sealed: SealedDays) => Words;
}

const NOT_YOU = 'If it was not you, somebody knows the password: change it at once.';

export const mailWords: MailWords = {
  reset: (link) => ({
    subject: 'Reset your Headroom password',
    text: `Somebody, hopefully you, asked for a new password for the Headroom account with this address.

Choose it here within one hour:
${link}

The link works once. If you did not ask for it, ignore this mail: your password stays as it is.
`,
  }),
  changed: (page, { keys, webhooks, links }) => ({
    subject: 'Your Headroom password was changed',
    text: `The password of the Headroom account with this address was just changed. Its other devices are logged out.

In the accounts that it opens, these go on working, because they have no password: API keys: ${keys}, webhooks: ${webhooks}, links of displays, public numbers and inspectors: ${links}.

If it was not you, choose a new one at once, and then end those of them that you do not know:
${page}
`,
  }),
  invited: (from, link) => ({
    subject: 'Invitation to a Headroom account',
    text: `${from} invites you to count and organize with them on Headroom, with a login of your own.

Accept it within seven days:
${link}

The link works once. If you do not know ${from}, ignore this mail.
`,
  }),
  secondStepReset: (email, at) => ({
    subject: `Second step of ${email} reset`,
    text:
      at === null
        ? `The operator has ended the second step of the Headroom login ${email}. Its password alone opens it now.

If you did not ask for it, change the password and set up a second step: Account settings → Security.
`
        : `An owner has reset the second step of the Headroom login ${email}. It ends on ${at}. From then on the password alone opens the login.

If nobody has lost it, log in with it as ${email} before: that keeps it. Then change the password.
`,
  }),
  secondStep: {
    set: (email) => ({
      subject: `Second step of ${email} set up`,
      text: `Somebody, hopefully you, has set up a second step for the Headroom login ${email}. From now on it needs a code.

${NOT_YOU} Then ask an owner of the account or the operator to reset the second step.
`,
    }),
    ended: (email) => ({
      subject: `Second step of ${email} ended`,
      text: `Somebody, hopefully you, has ended the second step of the Headroom login ${email}. Its password alone opens it now.

${NOT_YOU} Then set up a second step, or ask an owner of the account or the operator for help.
`,
    }),
    guessed: (email) => ({
      subject: `Wrong codes for ${email}`,
      text: `Somebody has entered the password of the Headroom login ${email} and then many wrong codes of its second step.

${NOT_YOU} The second step has kept them out so far.
`,
    }),
  },
  keyEnd: (name, eventName, at, page) => ({
    subject: `API key “${name}” ends soon`,
    text: `The API key “${name}” (${eventName ?? 'all events'}) ends on ${at}. From then on its programs and machines are refused.

Renew it before: Account settings → API keys → Renew. Its machines stay its own, and the text that they use now stays valid for as long as you choose.${page}
`,
  }),
  seals: ({ eventName, listed, verifyPage }) => ({
    subject: 'fingerprint of the sealed day',
    text: `${eventName}: a business day was closed and sealed. Please keep this mail.

${listed('revision')}

With this fingerprint anybody can check later that the evidence of this day, and of all days before, was not
changed – not even by those who hold the key of the seals.${verifyPage === null ? '' : `\nCheck a pack: ${verifyPage}`}
`,
  }),
};
