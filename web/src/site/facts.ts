import type { Language } from '../../../src/shared/languages';

/** Facts on the public pages that only the build has. */
export interface SiteFacts {
  supportEmail: string;
  /** The origin that will serve the product, such as https://headroom.example; null if it is unknown. */
  origin: string | null;
  /** The number of months for which counts are kept, from the operator's variable. */
  retentionMonths: string;
}

/** What the build writes into an HTML file. */
export interface RenderedPage {
  language: Language;
  direction: 'ltr' | 'rtl';
  head: string;
  /** Empty if the page has none. */
  body: string;
  /** The rules of the page's own styles. */
  css: string;
}
