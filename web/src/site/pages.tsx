import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DAY_MS } from '../../../src/shared/durations';
import { LEDGER_RETENTION_MS } from '../../../src/shared/reports/limits';
import { readRetentionMonths } from '../../../src/shared/rules/retention';
import type { Language } from '../texts/language';
import { paths } from '../urls/paths';
import { siteTexts, speakOnSite } from './site-texts';
import { speak, texts } from '../texts/texts';
import { legalTexts as legalGerman } from './legal/legal-texts.de';
import { privacyPolicyTexts as privacyPolicyGerman } from './legal/privacy-policy-texts.de';
import { siteGerman } from './landing-texts.de';
import { termsTexts as termsGerman } from './legal/terms-texts.de';
import { german } from '../texts/german';
import { legalTexts, type LegalTexts, type RetentionFacts } from './legal/legal-texts';
import { privacyPolicyTexts } from './legal/privacy-policy-texts';
import { termsTexts } from './legal/terms-texts';
import type { SiteFacts } from './facts';
import { Head } from './head';
import { Landing } from './landing';
import { LegalPage } from './legal/legal-page';
import { SiteLayout } from './site-layout';
import { withStyleClasses } from './style-classes';

interface Page {
  head: ReactNode;
  body: ReactNode;
}

const LEGAL = {
  en: { frame: legalTexts, privacyPolicy: privacyPolicyTexts, terms: termsTexts },
  de: { frame: legalGerman, privacyPolicy: privacyPolicyGerman, terms: termsGerman },
};

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
        <LegalPage texts={legal} frame={LEGAL[language].frame} path={path} supportEmail={supportEmail} />
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
    legalPage(LEGAL[language].privacyPolicy(retentionOf(facts)), paths.privacyPolicy, language, facts),
  'tos.html': (facts, language) => legalPage(LEGAL[language].terms, paths.terms, language, facts),
  'shell.html': () => ({
    head: <Head title={texts.brand} description={siteTexts.appDescription} isApp />,
    body: <noscript>{siteTexts.needsScript}</noscript>,
  }),
};

const GERMAN_FOLDER = 'de/';

/**
 * Renders one of the HTML files in web/: the contents of its head and body, and its style rules. Files in de/ are
 * German.
 */
export function renderPage(file: string, facts: SiteFacts): { head: string; body: string; css: string } {
  const isGerman = file.startsWith(GERMAN_FOLDER);
  speak(isGerman ? german : null);
  speakOnSite(isGerman ? siteGerman : null);
  const page = pages[isGerman ? file.slice(GERMAN_FOLDER.length) : file]?.(facts, isGerman ? 'de' : 'en');
  if (!page) throw new Error(`There is no page for ${file}`);
  const { html, css } = withStyleClasses(renderToStaticMarkup(page.body));
  return { head: renderToStaticMarkup(page.head), body: html, css };
}
