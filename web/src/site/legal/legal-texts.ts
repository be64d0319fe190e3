/** The texts of a legal page. */
export interface LegalTexts {
  title: string;
  description: string;
  /** A short summary for people who read only that. */
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
  /** The number of days for which the single taps of a closed day are kept. */
  ledgerDays: number;
  /** The number of months for which all other data of a day is kept. */
  reportMonths: number;
}

/** The texts around each legal page. */
export interface LegalFrame {
  updated: string;
  contact: string;
  contactText: string;
  /** For a translation: a text that says which language is binding, and the text of the link to that page. */
  translation?: { text: string; link: string };
}

export const legalTexts: LegalFrame = {
  updated: 'Effective November 29, 2026',
  contact: 'Questions',
  contactText: 'Write to us; a person will answer:',
};
