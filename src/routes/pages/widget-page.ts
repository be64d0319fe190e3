import type { Context } from 'hono';
import { preferredLanguage } from '../../http/accept-language';
import { WORDS } from '../../languages/languages';
import type { AppEnv } from '../../services/context';
import { directionOf } from '../../shared/languages';
import { WIDGET_PATH } from '../../shared/paths';

const WIDGET = new RegExp(`^${WIDGET_PATH.replace(/:\w+/, '[^/]+')}$`);

/** Whether the path is the page that other sites show in a frame. */
export const isWidgetPath = (path: string): boolean => WIDGET.test(path);

/** The page loads its own script and reads its own numbers. Every site may frame it, and no other page of ours. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/** Answers with a page that holds the widget alone. Nothing of the address stands in it: the script reads it there. */
export function widgetPage(c: Context<AppEnv>): Response {
  const language = preferredLanguage(c.req.header('accept-language'));
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${WORDS[language].pages.widget}</title>
  </head>
  <body>
    <script src="/widget.js" data-frame async></script>
  </body>
</html>
`;
  return c.html(html, 200, {
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept-Language',
  });
}
