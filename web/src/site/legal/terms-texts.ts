import type { LegalTexts } from './legal-texts';

export const termsTexts: LegalTexts = {
  title: 'Terms of service',
  description: 'What Headroom offers, what it costs, how to cancel, and who is responsible for what.',
  lead: 'Count with Headroom free for 7 days. Then pay $3 per event per day of activity, and nothing on other days. Leave whenever you want. The count is an aid: the responsibility for a safe crowd stays with you.',
  sections: [
    {
      title: 'The service',
      paragraphs: [
        'Headroom counts people at events and venues in the browser and shows the counts on every connected device. An account holder creates events and areas and shares access codes with staff. By creating an account you accept these terms, for yourself or for the business that you act for.',
      ],
    },
    {
      title: 'Your account',
      points: [
        'Give an email address at which we can reach you, and keep your password to yourself.',
        'An access code lets anyone who has it count at that event. Share it with your staff only. If it got out, write to us and we replace it.',
        'You answer for what is done with your account and your codes, also by the members whom you invite.',
      ],
    },
    {
      title: 'Trial and price',
      points: [
        'The first 7 days are free and need no card. When they end without a card in your account, counting is locked until you add one.',
        'After that the price is $3 per event per day of activity. There is no monthly fee and no minimum.',
        'A day of activity is a day on which something was counted at an event. Creating, preparing or looking at an event costs nothing.',
        'A day runs from 6 in the morning to 6 the next morning in the event’s time zone, unless the event says otherwise. A night that goes past midnight is one day.',
        'Prices do not include taxes that the law makes us add.',
      ],
    },
    {
      title: 'Paying',
      points: [
        'Days of activity are billed afterwards, once a month, to the card in your account. The card is held by Stripe, our payment provider.',
        'What the current month costs so far is shown in your account settings.',
        'When a payment fails we try again and tell you. Counting goes on meanwhile. If it stays unpaid, counting is locked until it is settled; your data stays where it is.',
        'If you think that a day was billed wrongly, write to us. What we billed by mistake, we pay back.',
      ],
    },
    {
      title: 'Leaving',
      paragraphs: [
        'There is no notice period. Delete your account in its settings and the contract ends. Days already used are billed once more at the end; after that there is nothing left to pay. You can also simply stop counting: without activity there is no bill.',
        'We can close an account that breaks these terms, or stop the service altogether. For the latter we give 30 days’ notice, so that you can download your reports.',
      ],
    },
    {
      title: 'What the count is, and what it is not',
      paragraphs: [
        'Headroom shows what people tap. It can be wrong when someone forgets to tap, taps twice, or counts at the wrong door. It tells you when an area gets full or is over capacity. It never closes a door.',
        'Headroom is an aid. Whoever holds the license or runs the event stays responsible for capacity, for the safety of guests, and for what the law and the permit demand. Have a way to go on when a phone, the network or Headroom fails.',
      ],
    },
    {
      title: 'Fair use',
      points: [
        'Do not try to get at other people’s data, to break or overload the service, or to get around its limits.',
        'An account can have up to 500 events, an event up to 100 areas. If you need more, write to us.',
        'Do not put personal data of guests into the names of events and areas.',
      ],
    },
    {
      title: 'Your data',
      paragraphs: [
        'Your events and counts are yours. We use them to run the service for you, as the privacy policy describes, and you can delete them at any time.',
      ],
    },
    {
      title: 'Availability',
      paragraphs: [
        'We build Headroom to stay up when it matters, and devices go on counting for a while without a network. We cannot promise that it never fails, and there is no guaranteed level of availability.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'We are liable without limit for harm that we cause on purpose or through gross negligence, for injury to life and health, and wherever the law does not let us limit it.',
        'Beyond that, we are liable only for damage that could be foreseen and that follows from our breaking a central duty of this contract, and at most for what you paid us in the 12 months before.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'When these terms or the price change, we write to the email address of your account at least 30 days before. If you do not agree, delete your account before that day and the old terms apply until then.',
      ],
    },
  ],
};
