import { build, type Plugin } from 'vite';

/** Adds the widget for other sites to the web's build as widget.js: one classic script without dependencies. */
export const widget = (entry: string): Plugin => ({
  name: 'widget',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async generateBundle() {
    const result = await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: { input: entry, output: { format: 'iife' } },
      },
    });
    if (!('output' in result)) throw new Error('The widget was not built');
    this.emitFile({ type: 'asset', fileName: 'widget.js', source: result.output[0].code });
  },
});
