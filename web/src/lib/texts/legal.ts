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

export const legalTexts = {
  updated: 'In force since 21 November 2026',
  contact: 'Questions',
  contactText: 'Write to us, and a person answers:',
} as const;
