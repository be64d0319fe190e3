import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Bundles a test worker together with the product's code; resolves to the script's path. */
export async function bundleWorker(entry: string): Promise<string> {
  const outDir = resolve('.tmp/workers', entry.replaceAll(/\W+/g, '-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(entry),
      outDir,
      emptyOutDir: true,
      target: 'es2024',
      rolldownOptions: { external: [/^cloudflare:/, /^node:/], output: { entryFileNames: 'index.js' } },
    },
    ssr: { target: 'webworker', noExternal: true },
  });
  return join(outDir, 'index.js');
}
