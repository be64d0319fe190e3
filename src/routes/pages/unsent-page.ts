import type { Context } from 'hono';
import { mailLanguage } from '../../http/accept-language';
import type { AppEnv } from '../../services/context';

const UNSENT = {
  en: {
    title: 'Nothing was sent',
    text: 'Headroom needs JavaScript, which did not run in your browser. Please turn it on, go back and load the page again.',
    back: 'Go back',
  },
  de: {
    title: 'Nichts wurde gesendet',
    text: 'Headroom braucht JavaScript, das in Ihrem Browser nicht lief. Bitte schalten Sie es ein, gehen Sie zurück und laden Sie die Seite neu.',
    back: 'Zurück',
  },
};

/**
 * Answers a form that the browser itself submitted because the page's script did not run. The form's contents are not
 * read.
 * @param formPath the path of the form
 */
export function unsentPage(c: Context<AppEnv>, formPath: string): Response {
  const language = mailLanguage(c.req.header('accept-language'));
  const { title, text, back } = UNSENT[language];
  const html = `<!doctype html>
<html lang="${language}">
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
