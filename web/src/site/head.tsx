import { texts } from '../lib/texts';

export interface HeadProps {
  title: string;
  description: string;
  /** Full address of the page; null when nobody knows yet where it will be served. */
  url?: string | null;
  /** For pages that people share. */
  preview?: boolean;
}

/** What every HTML page has in its head. The theme is set before the first paint, hence a script that blocks. */
export function Head({ title, description, url = null, preview = false }: HeadProps) {
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
      {preview && <Preview title={title} description={description} url={url} />}
      <script src="/theme.js" />
    </>
  );
}

/** How the page looks where its address is shared. Images need a full address. */
function Preview({ title, description, url }: { title: string; description: string; url: string | null }) {
  return (
    <>
      {url && <link rel="canonical" href={url} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.brand} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {url && <meta property="og:url" content={url} />}
      <meta property="og:image" content={url ? new URL('/og.png', url).href : '/og.png'} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
