import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import type { SiteFacts } from '../src/site/facts.ts';

/** The folder of the HTML files. */
const WEB = fileURLToPath(new URL('..', import.meta.url));
/** Every page links it. */
const STYLE_SHEET = fileURLToPath(new URL('../src/styles.css', import.meta.url));

interface SiteModule {
  /** HTML of the page in this file: what belongs into <head>, the body if the page has one, and its style rules. */
  renderPage: (file: string, facts: SiteFacts) => { head: string; body: string; css: string };
}

/**
 * Puts React's static markup in place of `<!--head-->` and `<!--body-->` of each HTML file, and the rules of `files`
 * into the style sheet, at build and in dev. The modules are read anew each time, so that a reload shows changes.
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
        const { head, body } = renderPage(file, facts);
        return html.replace('<!--head-->', () => head).replace('<!--body-->', () => body);
      },
    },
    hotUpdate({ file }) {
      if (this.environment.name !== 'client' || !sources.has(file)) return undefined;
      this.environment.hot.send({ type: 'full-reload' });
      return undefined;
    },
  };
}
