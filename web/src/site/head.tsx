import { type Language, LANGUAGES } from '../texts/language';
import { publicPath } from '../urls/paths';
import { texts } from '../texts/texts';

/** A public page in one of its languages. */
interface PublicPage {
  /** The English path of the page, such as /tos. */
  path: string;
  language: Language;
  /** The origin that will serve the page; null if it is unknown. */
  origin: string | null;
}

export interface HeadProps {
  title: string;
  description: string;
  /** The public page; undefined for pages of the app. */
  page?: PublicPage;
  /** Whether this is a page of the app. */
  isApp?: boolean;
}

/** The head of every HTML page. Its script sets the theme before the first paint, so the script blocks. */
export function Head({ title, description, page, isApp = false }: HeadProps) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f5f1" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0e0d" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {page && <Preview title={title} description={description} {...page} />}
      <script src="/theme.js" />
      {page && <script src="/language.js" />}
      {isApp && <script src="/early.js" />}
    </>
  );
}

/** Describes the page for link previews, and links to its other languages. Both need absolute addresses. */
function Preview({ title, description, path, language, origin }: PublicPage & { title: string; description: string }) {
  const urlIn = (other: Language) => urlOf(publicPath(path, other), origin);
  return (
    <>
      {origin !== null && (
        <>
          <link rel="canonical" href={urlIn(language)} />
          {LANGUAGES.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={urlIn(other)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={urlIn('en')} />
          <meta property="og:url" content={urlIn(language)} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.brand} />
      <meta property="og:locale" content={OG_LOCALES[language]} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={urlOf('/og.png', origin)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const OG_LOCALES: Record<Language, string> = { en: 'en_US', de: 'de_DE' };

const urlOf = (path: string, origin: string | null): string => (origin === null ? path : new URL(path, origin).href);
