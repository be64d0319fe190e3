/** The texts on how far the numbers can be trusted, for admins. */
export const trustTexts = {
  trust: {
    sinceRecount: (people: string, moment: string) => `± ${people} since the recount (${moment})`,
    sinceReset: (people: string, moment: string) => `± ${people} since the reset (${moment})`,
    sinceAdded: (people: string) => `± ${people} since the area was added`,
    tooFew: 'How far the number may be off is known after two corrections by eye.',
    longAgo: 'How far the number may be off is known after the next correction by eye.',
    due: 'A recount is due.',
    venue: (people: string) => `The venue total may be off by ± ${people}.`,
    dueIn: (areas: string) => `Recount due: ${areas}.`,
  },
} as const;
