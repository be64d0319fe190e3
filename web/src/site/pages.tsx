import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { paths } from '../lib/paths';
import { texts } from '../lib/texts';
import type { LegalTexts } from '../lib/texts/legal';
import { privacyPolicyTexts } from '../lib/texts/privacy-policy';
import { siteTexts } from '../lib/texts/site';
import { termsTexts } from '../lib/texts/terms';
import type { SiteFacts } from './facts';
import { Head } from './head';
import { Landing } from './landing';
import { LegalPage } from './legal-page';
import { SiteLayout } from './site-layout';

interface Page {
  head: ReactNode;
  body: ReactNode;
}

const urlOf = (path: string, origin: string | null): string | null => (origin ? new URL(path, origin).href : null);

function legalPage(legal: LegalTexts, path: string, { supportEmail, origin }: SiteFacts): Page {
  const title = `${legal.title} · ${texts.brand}`;
  return {
    head: <Head title={title} description={legal.description} url={urlOf(path, origin)} preview />,
    body: (
      <SiteLayout supportEmail={supportEmail}>
        <LegalPage texts={legal} supportEmail={supportEmail} />
      </SiteLayout>
    ),
  };
}

const pages: Record<string, (facts: SiteFacts) => Page> = {
  'index.html': ({ supportEmail, origin }) => ({
    head: <Head title={siteTexts.title} description={siteTexts.description} url={urlOf(paths.home, origin)} preview />,
    body: (
      <SiteLayout supportEmail={supportEmail}>
        <Landing />
      </SiteLayout>
    ),
  }),
  'privacy-policy.html': (facts) => legalPage(privacyPolicyTexts, paths.privacyPolicy, facts),
  'tos.html': (facts) => legalPage(termsTexts, paths.terms, facts),
  'shell.html': () => ({
    head: <Head title={texts.brand} description={siteTexts.appDescription} />,
    body: <noscript>{siteTexts.needsScript}</noscript>,
  }),
};

/** The HTML of one of the files in web/: what belongs into its head and its body. */
export function renderPage(file: string, facts: SiteFacts): { head: string; body: string } {
  const page = pages[file]?.(facts);
  if (!page) throw new Error(`There is no page for ${file}`);
  return { head: renderToStaticMarkup(page.head), body: renderToStaticMarkup(page.body) };
}
