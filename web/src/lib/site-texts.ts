import { siteEnglish } from './texts/site';
import type { Translation } from './texts/translation';

export type SiteTexts = Translation<typeof siteEnglish>;

/** The texts of the public pages, in the language of the page; changed once, before it is rendered. */
export let siteTexts: SiteTexts = siteEnglish;

/** Puts a language in force on the public pages. null: English. */
export function speakOnSite(texts: SiteTexts | null): void {
  siteTexts = texts ?? siteEnglish;
}
