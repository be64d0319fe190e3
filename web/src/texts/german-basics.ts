import type { LanguageBasics } from './texts';
import { areasTexts } from '../features/counting/areas/areas-texts.de';
import { commonTexts } from './common-texts.de';

/** What the German public pages load. The app loads all of german.ts. */
export const germanBasics: LanguageBasics = {
  locale: 'de-DE',
  texts: { ...commonTexts, ...areasTexts },
};
