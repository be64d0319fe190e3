import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import type { SiteFacts } from './src/site/facts.ts';

/** The folder of the HTML files. */
const WEB = fileURLToPath(new URL('.', import.meta.url));

interface SiteModule {
  /** HTML of the page in this file: what belongs into <head>, and the body where the page has one. */
  renderPage: (file: string, facts: SiteFacts) => { head: string; body: string };
}

/**
 * Puts React's static markup in the place of `<!--head-->` and `<!--body-->` of each HTML file, at build and in dev. The
 * modules are read anew each time, so that a reload shows what has changed.
 */
export function prerender(modulePath: string, facts: SiteFacts): Plugin {
  let sources = new Set<string>();
  return {
    name: 'prerender',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const { module, dependencies } = await runnerImport<SiteModule>(modulePath, { logLevel: 'warn' });
        sources = new Set([modulePath, ...dependencies]);
        const { head, body } = module.renderPage(relative(WEB, filename).replaceAll('\\', '/'), facts);
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
