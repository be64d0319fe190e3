import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DAY_MS } from '../../../src/shared/durations';
import { directionOf, type Language } from '../../../src/shared/languages';
import { LEDGER_RETENTION_MS } from '../../../src/shared/reports/limits';
import { readRetentionMonths } from '../../../src/shared/rules/retention';
import { PUBLIC_TEXTS } from '../texts/languages';
import { paths } from '../urls/paths';
import { siteTexts } from './site-texts';
import { texts } from '../texts/texts';
import { languageOfFile, speakAll } from './speak-all';
import type { LegalTexts, RetentionFacts } from './legal/legal-texts';
import type { RenderedPage, SiteFacts } from './facts';
import { Head } from './head';
import { Landing } from './landing';
import { LegalPage } from './legal/legal-page';
import { SiteLayout } from './site-layout';
import { withStyleClasses } from './style-classes';

interface Page {
  head: ReactNode;
  body: ReactNode;
}

const retentionOf = ({ retentionMonths }: SiteFacts): RetentionFacts => ({
  ledgerDays: LEDGER_RETENTION_MS / DAY_MS,
  reportMonths: readRetentionMonths(retentionMonths),
});

function legalPage(legal: LegalTexts, path: string, language: Language, { supportEmail, origin }: SiteFacts): Page {
  // Soft hyphens are only for the heading, which can be wider than a phone.
  const title = `${legal.title.replaceAll('\u00ad', '')} · ${texts.brand}`;
  return {
    head: <Head title={title} description={legal.description} page={{ path, language, origin }} />,
    body: (
      <SiteLayout path={path} language={language} supportEmail={supportEmail}>
        <LegalPage texts={legal} frame={PUBLIC_TEXTS[language].legal} path={path} supportEmail={supportEmail} />
      </SiteLayout>
    ),
  };
}

const pages: Record<string, (facts: SiteFacts, language: Language) => Page> = {
  'index.html': ({ supportEmail, origin }, language) => ({
    head: (
      <Head title={siteTexts.title} description={siteTexts.description} page={{ path: paths.home, language, origin }} />
    ),
    body: (
      <SiteLayout path={paths.home} language={language} supportEmail={supportEmail}>
        <Landing />
      </SiteLayout>
    ),
  }),
  'privacy-policy.html': (facts, language) =>
    legalPage(PUBLIC_TEXTS[language].privacyPolicy(retentionOf(facts)), paths.privacyPolicy, language, facts),
  'tos.html': (facts, language) => legalPage(PUBLIC_TEXTS[language].terms, paths.terms, language, facts),
  'shell.html': () => ({
    head: <Head title={texts.brand} description={siteTexts.appDescription} isApp />,
    body: <noscript>{siteTexts.needsScript}</noscript>,
  }),
};

/** Renders one of the HTML files in web/: the language, the contents of head and body, and its style rules. */
export function renderPage(file: string, facts: SiteFacts): RenderedPage {
  const { language, name } = languageOfFile(file);
  speakAll(language);
  const page = pages[name]?.(facts, language);
  if (!page) throw new Error(`There is no page for ${file}`);
  const { html, css } = withStyleClasses(renderToStaticMarkup(page.body));
  return { language, direction: directionOf(language), head: renderToStaticMarkup(page.head), body: html, css };
}
