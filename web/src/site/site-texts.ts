import { siteEnglish } from './landing-texts';
import type { Translation } from '../texts/translation';

export type SiteTexts = Translation<typeof siteEnglish>;

/** The texts of the public pages in the language of the page; set once, before it is rendered. */
export let siteTexts: SiteTexts = siteEnglish;

/** Sets the language of the public pages. Null: English. */
export function speakOnSite(texts: SiteTexts | null): void {
  siteTexts = texts ?? siteEnglish;
}
