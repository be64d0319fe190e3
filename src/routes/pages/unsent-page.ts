import type { Context } from 'hono';
import { preferredLanguage } from '../../http/accept-language';
import { WORDS } from '../../languages/languages';
import type { AppEnv } from '../../services/context';
import { directionOf } from '../../shared/languages';

/**
 * Answers a form that the browser itself submitted because the page's script did not run. The form's contents are not
 * read.
 * @param formPath the path of the form
 */
export function unsentPage(c: Context<AppEnv>, formPath: string): Response {
  const language = preferredLanguage(c.req.header('accept-language'));
  const { title, text, back } = WORDS[language].pages.unsent;
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Headroom</title>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="${formPath}">${back}</a></p>
    </main>
  </body>
</html>
`;
  return c.html(html, 400, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
}
