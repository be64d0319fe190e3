/** A page that people read from top to bottom. */
export interface LegalTexts {
  title: string;
  description: string;
  /** The page in a few sentences, for those who read no further. */
  lead: string;
  sections: readonly LegalSection[];
}

interface LegalSection {
  title: string;
  paragraphs?: readonly string[];
  points?: readonly string[];
}

/** How long counts are kept. */
export interface RetentionFacts {
  /** Days for which a closed day's single taps are kept. */
  ledgerDays: number;
  /** Months for which everything else of a day is. */
  reportMonths: number;
}

/** What stands around each of these pages. */
export interface LegalFrame {
  updated: string;
  contact: string;
  contactText: string;
  /** Where the page is not the one that binds: what is said of that, and the link to the one that does. */
  translation?: { text: string; link: string };
}

export const legalTexts: LegalFrame = {
  updated: 'In force since 22 November 2026',
  contact: 'Questions',
  contactText: 'Write to us, and a person answers:',
};
