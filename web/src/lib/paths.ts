import { appPaths } from '../../../src/shared/paths';

/** Every address of the web. Those that are not the app's are pages of their own: plain links lead there. */
export const paths = {
  ...appPaths,
  home: '/',
  privacyPolicy: '/privacy-policy',
  terms: '/tos',
} as const;
