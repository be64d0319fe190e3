import { siteEnglish } from './landing-texts';
import type { Translation } from '../texts/translation';

export type SiteTexts = Translation<typeof siteEnglish>;

/** The texts of the public pages in the page's language. The language is set once, before the page is rendered. */
export let siteTexts: SiteTexts = siteEnglish;

/** Sets the texts of the public pages. */
export function speakOnSite(texts: SiteTexts): void {
  siteTexts = texts;
}
