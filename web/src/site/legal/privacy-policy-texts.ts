import type { LegalTexts, RetentionFacts } from './legal-texts';

const months = (count: number): string => (count === 1 ? 'one month' : `${count} months`);

export const privacyPolicyTexts = ({ ledgerDays, reportMonths }: RetentionFacts): LegalTexts => ({
  title: 'Privacy policy',
  description:
    'What Headroom stores about accounts, devices and counts, where, for how long, and how to get it deleted.',
  lead: 'Headroom counts people. It does not know who they are. We store what an account and its counts need, nothing for advertising, and you can delete all of it yourself.',
  sections: [
    {
      title: 'The people who are counted',
      paragraphs: [
        'We hold numbers: how many came in, how many left, at which area and in which minute. No names, no pictures, no phone signals, nothing that points to a visitor. What staff tap is all that Headroom learns about a crowd.',
      ],
    },
    {
      title: 'What we store when you have an account',
      points: [
        'Your email address, to log you in and to write to you about your account.',
        'Your password as a scrypt hash. We cannot read it and nobody can turn it back.',
        'If you set up a second step at the login: the secret that your app has, too, and hashes of the recovery codes.',
        'Where you are logged in: for each login when it began, when it was last used, and the kind of browser and system, such as “Firefox on Android”. Your settings show this list, and end each of them.',
        'If you forget your password: a hash of the link that we mail to you, and until when it works.',
        'Which members belong to your account, with their addresses and roles, and when each was here last.',
        'The state of your account: when it was created, when the trial ends, and whether a payment is due.',
        'The billing details that you choose to give: name, business name, address, country and tax number.',
        'For each event the days on which something was counted: they are what is billed.',
        'Your events and areas: their names, capacities, access codes, time zone and dates, and who changed what when.',
        'Links that you make for inspectors: for whom, until when, and when they were opened.',
      ],
    },
    {
      title: 'What we store when someone counts',
      points: [
        'A ledger of taps: which device counted how many in or out at which area, and when, to the millisecond. The device is a random number made in the browser, not a name and not a serial number.',
        'The name that somebody gives a device, such as “Main door”, where it gets one, and whether it counts people in, out, or both.',
        'Resets, recounts and changes of an area, and which member of the account made them, or that it was done with the access code.',
        'Nothing else about staff who log in with an access code: they have no account and give no name.',
      ],
    },
    {
      title: 'Cookies and what stays in your browser',
      paragraphs: [
        'We set no cookie for advertising or for following you around, which is why no banner asks you about them. A visitor of the public pages gets none at all.',
      ],
      points: [
        'A session cookie keeps you logged in. It holds a random token, which we store only as a hash, and lasts 30 days after your last visit. Beside it a second cookie says only that someone is logged in, so that pages can open faster. A third, with a signed random number that we do not store, proves for a year after your last login that there was one in this browser.',
        'The browser’s own storage remembers the last user, the events and numbers they saw last, the selected event, whether you prefer light or dark, the language you chose, what this device is called and how it counts, which alerts it has sounded for, a logout that we have not heard of yet, and which version a page was reloaded from. Beside it the browser keeps the app’s own files, so that it opens without a network. None of it leaves the device, and logging out forgets the user and what they saw.',
        'Taps that have not reached us yet wait in the browser’s storage, with the email address or the event that they were made for, so that nobody else on this device sends them. They go once they have reached us, also after logging out: then with the next login of the same person. Those of an event or an account that is deleted meanwhile stay until you clear this site’s data in the browser. What became of taps that did not count stays until it is read.',
      ],
    },
    {
      title: 'Protection against guessing',
      paragraphs: [
        'Failed logins, new sign-ups, links for a new password and attempts to save a card are counted per internet address and per account or email address, so that nobody can try out passwords, codes or cards, or flood a mailbox. Counters older than about an hour count no more and are deleted; they are used for nothing else.',
      ],
    },
    {
      title: 'Payment',
      paragraphs: [
        'Payments are handled by Stripe. It gets your email address when you create an account, the billing details that you save, and for each day to be billed a random number for the event, the date and a time. It does not get the names of your events or any counts. We get to know whether a payment went through.',
        'The card form is Stripe’s, shown inside Headroom: the card number goes to Stripe directly and never reaches us. Nothing of Stripe runs in your browser before you open that form. To tell fraud, its script then sets two cookies on this site (__stripe_mid, for a year, and __stripe_sid, for half an hour) and sends Stripe your internet address and signs of how your browser behaves.',
      ],
    },
    {
      title: 'Who else is involved',
      points: [
        'Cloudflare runs the servers and stores the data. It sees internet addresses, as every host does.',
        'Stripe handles payments, as said above.',
        'A mail provider delivers the few mails that an account gets: a link for a new password when somebody asks for one, word that the password has changed, invitations that an account’s owner sends, and the fingerprint of each closed day’s seal, with the event’s name. It gets your email address and that mail.',
        'An error reporting service, Sentry, may receive a report when something breaks: which step failed, on which kind of browser, and with which random numbers of account and event. It also gets how long steps take and, before an error and in one of ten visits, a replay of the screen, in which every text and entry is masked and every picture is blocked. Emails, codes, cookies and what was typed are taken out before a report leaves, and it goes by way of our server. While a replay is made, the browser keeps its number until the tab closes. It is there to repair Headroom and for nothing else.',
        'Nobody else. We do not sell data or hand it out, unless a court or an authority obliges us by law.',
      ],
    },
    {
      title: 'How long we keep it',
      points: [
        `Single taps: ${ledgerDays} days after the report of their day was made. After that only sums over five minutes are left, and each device’s of the day.`,
        `Reports, with these sums, the names of the devices that counted, and what was changed: ${months(reportMonths)} after their day. All of it goes earlier with the event that you delete.`,
        'What a counting device has sent last, so that no tap counts twice, and the name it has now: 90 days after it counted last.',
        'Logins: until they are ended, and 30 days after they were last used at the latest. The audit log of an account, which says who logged in, with which browser, and who changed what: two years. Links for a new password: until one is used, and two hours at most. Invitations to an account, with the invited address: until they are used, and seven days at most.',
        'Your account: until you delete it, as its only owner. Your login: until you leave your last account. What you did in an account stays in its reports, under a number without your address once you have left. Days to be billed stay until the last bill has been made.',
        'Invoices and payments, which Stripe keeps for us: as long as tax law requires.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can delete an event, or your whole account in its settings. Access ends at once and the data is erased after that. Days that have been used but not yet billed are billed first; then your customer record at Stripe is deleted, too.',
        'You can download a copy of what your account holds in its settings, in a form that other programs can read.',
        'You can ask for a correction, or object to something we do with your data. Write to the address below. If our answer does not satisfy you, you can turn to the data protection authority where you live.',
        'We store what is needed to give you the service you signed up for, to keep it safe, and to meet the law. There are no other reasons.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'When this policy changes, the date at its top changes too. If a change matters to you, we write to the email address of your account before it takes effect.',
      ],
    },
  ],
});
