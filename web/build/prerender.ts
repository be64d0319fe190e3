import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import type { RenderedPage, SiteFacts } from '../src/site/facts.ts';

/** The folder with the HTML files. */
const WEB = fileURLToPath(new URL('..', import.meta.url));
/** The style sheet that every page links. */
const STYLE_SHEET = fileURLToPath(new URL('../src/styles.css', import.meta.url));

interface SiteModule {
  /** Renders the page of an HTML file. */
  renderPage: (file: string, facts: SiteFacts) => RenderedPage;
}

/**
 * Replaces `<!--head-->` and `<!--body-->` in each HTML file with React's static markup, sets the page's language, and adds
 * the rules of `files` to the style sheet, in builds and in dev. It loads the modules again each time, so that a reload shows changes.
 */
export function prerender(modulePath: string, files: readonly string[], facts: SiteFacts): Plugin {
  let sources = new Set<string>();
  const own = new Set(files);
  const load = async () => {
    const { module, dependencies } = await runnerImport<SiteModule>(modulePath, { logLevel: 'warn' });
    sources = new Set([modulePath, ...dependencies]);
    return module;
  };
  return {
    name: 'prerender',
    enforce: 'pre',
    async transform(code, id) {
      if (id !== STYLE_SHEET) return undefined;
      const { renderPage } = await load();
      for (const source of sources) this.addWatchFile(source);
      const rules = new Set(files.flatMap((file) => renderPage(file, facts).css.split('\n')));
      return { code: [code, ...rules].join('\n'), map: null };
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const file = relative(WEB, filename).replaceAll('\\', '/');
        if (!own.has(file)) return undefined;
        const { renderPage } = await load();
        const { language, direction, head, body } = renderPage(file, facts);
        return html
          .replace('<html>', `<html lang="${language}" dir="${direction}">`)
          .replace('<!--head-->', () => head)
          .replace('<!--body-->', () => body);
      },
    },
    hotUpdate({ file }) {
      if (this.environment.name !== 'client' || !sources.has(file)) return undefined;
      this.environment.hot.send({ type: 'full-reload' });
      return undefined;
    },
  };
}
