import type { Plugin } from 'vite';
import { buildApart } from './build-apart.ts';

/** Adds the widget for other sites to the web's build as widget.js: one classic script without dependencies. */
export const widget = (entry: string): Plugin => ({
  name: 'widget',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async generateBundle() {
    const [script] = await buildApart({ input: entry, format: 'iife' });
    this.emitFile({ type: 'asset', fileName: 'widget.js', source: script.code });
  },
});
