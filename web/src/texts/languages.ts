import type { ENGLISH, Language } from '../../../src/shared/languages';
import { widgetTexts as widgetEnglish, type WidgetTexts } from '../../widget/widget-texts';
import { widgetTexts as widgetGerman } from '../../widget/widget-texts.de';
import { publicTexts as publicEnglish, type PublicTexts } from '../site/public-texts';
import { publicTexts as publicGerman } from '../site/public-texts.de';
import type { LanguagePack } from './texts';

type Other = Exclude<Language, typeof ENGLISH>;
type LoadPack = () => Promise<LanguagePack>;

/** The texts of the app in each language. English comes with the screens. */
const PACKS: Readonly<Record<Other, LoadPack>> = {
  de: async () => (await import('./pack.de')).pack,
};

/** Loads the app's texts in a language; null for English and for an unknown code. */
export async function fetchPack(code: string): Promise<LanguagePack | null> {
  const [, load] = Object.entries<LoadPack>(PACKS).find(([one]) => one === code) ?? [];
  return load === undefined ? null : load();
}

/** The texts of the public pages in each language. */
export const PUBLIC_TEXTS: Readonly<Record<Language, PublicTexts>> = { en: publicEnglish, de: publicGerman };

/** The texts of the widget in each language. It is one file for other sites, and loads no texts later. */
export const WIDGET_TEXTS: Readonly<Record<Language, WidgetTexts>> = { en: widgetEnglish, de: widgetGerman };
