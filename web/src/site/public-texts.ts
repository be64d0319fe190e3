import { siteEnglish } from './landing-texts';
import { legalTexts } from './legal/legal-texts';
import { privacyPolicyTexts } from './legal/privacy-policy-texts';
import { termsTexts } from './legal/terms-texts';
import type { LegalFrame, LegalTexts, RetentionFacts } from './legal/legal-texts';
import type { Translation } from '../texts/translation';

/** The texts of the public pages in one language. The build writes them into the pages. */
export interface PublicTexts {
  site: Translation<typeof siteEnglish>;
  legal: LegalFrame;
  privacyPolicy: (retention: RetentionFacts) => LegalTexts;
  terms: LegalTexts;
}

export const publicTexts: PublicTexts = {
  site: siteEnglish,
  legal: legalTexts,
  privacyPolicy: privacyPolicyTexts,
  terms: termsTexts,
};
