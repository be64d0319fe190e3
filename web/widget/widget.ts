import { poll } from './poll';
import { addStyles } from './styles';
import { directionOf } from '../../src/shared/languages';
import { languageOfTags } from './language';
import { createView } from './view';

/** The parts of a page's look that it can set, as attributes of the script or in the address of the frame. */
const COLORS = ['background', 'text', 'accent'] as const;

/** What the page has set; undefined for what it has not. */
type Options = (name: 'token' | 'lang' | 'theme' | (typeof COLORS)[number]) => string | undefined;

/** Shows the widget in `host`, which the page may style and move. */
function start(host: HTMLElement, origin: string, options: Options): void {
  const token = options('token') ?? '';
  const language = languageOfTags([options('lang') ?? '', document.documentElement.lang, navigator.language]);
  host.lang = language;
  host.dir = directionOf(language);
  const theme = options('theme');
  if (theme === 'light' || theme === 'dark') host.dataset.theme = theme;
  // CSSOM checks the value, and no policy forbids it.
  for (const name of COLORS) host.style.setProperty(`--headroom-${name}`, options(name) ?? null);
  const root = host.attachShadow({ mode: 'open' });
  addStyles(root);
  poll(host, `${origin}/api/public/${encodeURIComponent(token)}`, createView(root, language));
}

/**
 * Shows the widget after its script, at the end of a page that has the script in its head, or as the page of the frame
 * `/widget/{token}`.
 */
export function startFrom(script: HTMLScriptElement): void {
  const host = document.createElement('div');
  host.className = 'headroom-widget';
  const { origin } = new URL(script.src);
  if (script.dataset.frame === undefined) {
    const show = (place: (host: HTMLElement) => void) => {
      place(host);
      start(host, origin, (name) => script.dataset[name]);
    };
    const showInBody = () => show((made) => document.body.append(made));
    // Nothing in the head is shown, and while that is read there is no body yet.
    if (!document.head.contains(script)) show((made) => script.after(made));
    else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showInBody);
    else showInBody();
    return;
  }
  const query = new URLSearchParams(location.search);
  const token = location.pathname.split('/').at(-1);
  document.body.style.setProperty('margin', '0');
  host.dataset.frame = '';
  document.body.append(host);
  start(host, origin, (name) => (name === 'token' ? token : (query.get(name) ?? undefined)));
}
