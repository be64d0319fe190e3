import { appPaths } from '../../../src/shared/paths';
import type { Language } from '../texts/language';

/** Every address of the web. Those that are not the app's are pages of their own, reached by plain links. */
export const paths = {
  ...appPaths,
  home: '/',
  privacyPolicy: '/privacy-policy',
  terms: '/tos',
} as const;

/** The address of a public page in a language. The app's own screens have one address for all languages. */
export const publicPath = (path: string, language: Language): string =>
  language === 'en' ? path : `/${language}${path}`;
