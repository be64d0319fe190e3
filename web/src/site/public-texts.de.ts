import { siteTexts } from './landing-texts.de';
import { legalTexts } from './legal/legal-texts.de';
import { privacyPolicyTexts } from './legal/privacy-policy-texts.de';
import { termsTexts } from './legal/terms-texts.de';
import type { PublicTexts } from './public-texts';

export const publicTexts: PublicTexts = {
  site: siteTexts,
  legal: legalTexts,
  privacyPolicy: privacyPolicyTexts,
  terms: termsTexts,
};
