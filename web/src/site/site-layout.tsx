import type { ReactNode } from 'react';
import { factsOf, type Language, LANGUAGE_CODES } from '../../../src/shared/languages';
import { paths, publicPath } from '../urls/paths';
import { texts } from '../texts/texts';
import { siteTexts } from './site-texts';
import { BrandMark } from '../ui/brand-mark';
import { buttonClass } from '../ui/button';
import { Languages } from '../ui/icons/appearance';

const quietLink =
  'inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline decoration-transparent underline-offset-4 hover:decoration-line-strong';

export interface ActionLinkProps {
  href: string;
  className?: string;
  children: string;
}

/** A link that looks like the app's main button. */
export function ActionLink({ href, className = '', children }: ActionLinkProps) {
  return (
    <a href={href} className={buttonClass('primary', `text-center ${className}`)}>
      {children}
    </a>
  );
}

export interface SiteLayoutProps {
  /** The English path of the page, and the page's language. */
  path: string;
  language: Language;
  supportEmail: string;
  children: ReactNode;
}

/** The layout of the public pages, with header and footer. */
export function SiteLayout({ path, language, supportEmail, children }: SiteLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-50 focus:rounded-field focus:bg-raised focus:px-4 focus:py-3 focus:font-semibold focus:shadow-lift"
      >
        {siteTexts.skip}
      </a>
      <header className="safe-top">
        <div className="site-width flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-4">
          <a
            href={publicPath(paths.home, language)}
            className="inline-flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight"
          >
            <BrandMark />
            <span className="max-[22rem]:sr-only">{texts.brand}</span>
          </a>
          <nav aria-label={siteTexts.nav} className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-6">
            <a href={paths.login} className={quietLink}>
              {siteTexts.logIn}
            </a>
            <ActionLink href={paths.signup} className="px-4!">
              {siteTexts.signUp}
            </ActionLink>
          </nav>
        </div>
      </header>
      <main id="content" className="flex-1">
        {children}
      </main>
      <footer className="safe-bottom border-t border-line">
        <div className="site-width flex flex-wrap items-center justify-between gap-x-8 gap-y-1 pt-6 text-[0.9375rem] text-muted">
          <p>{siteTexts.footer.copyright}</p>
          <nav aria-label={siteTexts.footer.label} className="flex flex-wrap gap-x-6">
            <a href={publicPath(paths.privacyPolicy, language)} className={quietLink}>
              {siteTexts.footer.privacy}
            </a>
            <a href={publicPath(paths.terms, language)} className={quietLink}>
              {siteTexts.footer.terms}
            </a>
            <a href={`mailto:${supportEmail}`} className={quietLink}>
              {siteTexts.footer.support}
            </a>
            {path !== paths.home && (
              <a href={paths.licenses} className={quietLink}>
                {siteTexts.footer.licenses}
              </a>
            )}
            <LanguageLinks path={path} language={language} />
          </nav>
        </div>
      </footer>
    </div>
  );
}

/** Links to this page in the other languages. public/language.js stores the choice. */
function LanguageLinks({ path, language }: { path: string; language: Language }) {
  return LANGUAGE_CODES.filter((other) => other !== language).map((other) => (
    <a
      key={other}
      href={publicPath(path, other)}
      hrefLang={other}
      lang={other}
      data-language={other}
      className={`${quietLink} gap-2`}
    >
      <Languages size={18} />
      {factsOf(other).name}
    </a>
  ));
}
