import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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

/** Builds the product as another worker, for example with a clock that clients can set (worker/past.ts). Returns the build folder to serve. */
export async function buildAs(entry: string, buildDir: string): Promise<string> {
  const script = await bundleWorker(entry);
  const folder = dirname(script);
  const config: object = JSON.parse(readFileSync(resolve(buildDir, 'headroom/wrangler.json'), 'utf8'));
  mkdirSync(join(folder, 'headroom'), { recursive: true });
  // The script must be beside its configuration: workerd loads no module from above that folder.
  renameSync(script, join(folder, 'headroom/index.js'));
  const own = { ...config, main: 'index.js', assets: undefined };
  writeFileSync(join(folder, 'headroom/wrangler.json'), JSON.stringify(own));
  return folder;
}
