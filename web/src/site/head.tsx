import { ENGLISH, directionOf, factsOf, type Language, LANGUAGE_CODES } from '../../../src/shared/languages';
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

/** What the classic scripts must know of languages: the codes, English first, and those that are written from right to left. */
const LANGUAGE_DATA = {
  'data-languages': LANGUAGE_CODES.join(' '),
  'data-rtl': LANGUAGE_CODES.filter((code) => directionOf(code) === 'rtl').join(' ') || undefined,
};

/**
 * The head of every HTML page. Its scripts block, because they act before the first paint: they set theme and language,
 * hide a form that this visitor should not see, keep a press on a form that has no script yet, and ask who is signed in.
 * They are files, because the Content-Security-Policy allows no inline script.
 */
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
      {page && <script src="/language.js" {...LANGUAGE_DATA} />}
      {isApp && <script src="/early.js" {...LANGUAGE_DATA} />}
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
          {LANGUAGE_CODES.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={urlIn(other)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={urlIn(ENGLISH)} />
          <meta property="og:url" content={urlIn(language)} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.brand} />
      <meta property="og:locale" content={factsOf(language).locale.replace('-', '_')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={urlOf('/og.png', origin)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const urlOf = (path: string, origin: string | null): string => (origin === null ? path : new URL(path, origin).href);
