import type { LegalFrame } from './legal-texts';

export const legalTexts: LegalFrame = {
  updated: 'Gültig seit 29. November 2026',
  contact: 'Fragen',
  contactText: 'Schreiben Sie uns. Ein Mensch antwortet:',
  translation: {
    text: 'Das ist eine Übersetzung. Verbindlich ist die englische Fassung.',
    link: 'Zur englischen Fassung',
  },
};
