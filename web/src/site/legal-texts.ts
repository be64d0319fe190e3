/** A page that people read from top to bottom. */
export interface LegalTexts {
  title: string;
  description: string;
  /** A short summary for people who read no further. */
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
  /** Months for which everything else of a day is kept. */
  reportMonths: number;
}

/** The surroundings of each of these pages. */
export interface LegalFrame {
  updated: string;
  contact: string;
  contactText: string;
  /** If another language is binding: what to say about it, and the link to the binding page. */
  translation?: { text: string; link: string };
}

export const legalTexts: LegalFrame = {
  updated: 'Effective November 22, 2026',
  contact: 'Questions',
  contactText: 'Write to us; a person will answer:',
};
