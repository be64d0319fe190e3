import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { buildApart } from './build-apart.ts';
import type { Build } from '../service-worker/build.ts';

export interface ServiceWorkerOptions {
  /** The path of the service worker's source. */
  entry: string;
  publicDir: string;
  /** The HTML file that the service worker keeps, under its name in the build. */
  shell: string;
  /**
   * The paths of lazy modules that are useless without a network, or whose page the worker never answers. They, and modules
   * that only they need, are not kept: an app that is complete sooner survives an earlier loss of the network.
   */
  onlineOnly: readonly string[];
}

type Bundle = Rolldown.OutputBundle;

/** Returns the paths in the HTML's script and link tags. */
const namesIn = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"]+)"/g)].map((match) => match[1] ?? '');

function textOf(bundle: Bundle, file: string): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`The build has no ${file}`);
  return asset.source.toString();
}

/** Adds a file to `found`, with everything that it can load, at once or after a person's action. */
function collect(bundle: Bundle, file: string, onlineOnly: ReadonlySet<string>, found: Set<string>): void {
  const output = bundle[file];
  if (!output || found.has(file)) return;
  if (output.type === 'chunk' && output.facadeModuleId && onlineOnly.has(output.facadeModuleId)) return;
  found.add(file);
  if (output.type === 'asset') return;
  const { importedCss, importedAssets } = output.viteMetadata ?? {};
  const loads = [...output.imports, ...output.dynamicImports, ...(importedCss ?? []), ...(importedAssets ?? [])];
  for (const next of loads) collect(bundle, next, onlineOnly, found);
}

const pathsOf = (files: Iterable<string>): string[] => [...files].map((file) => `/${file}`).toSorted();

/** Throws if a module has moved: then it would be kept without a word. */
function onlineOnlyOf(bundle: Bundle, { onlineOnly }: ServiceWorkerOptions): ReadonlySet<string> {
  const lazy = new Set(Object.values(bundle).map((output) => output.type === 'chunk' && output.facadeModuleId));
  for (const id of onlineOnly) if (!lazy.has(id)) throw new Error(`The build has no lazy module ${id}`);
  return new Set(onlineOnly);
}

async function describe(bundle: Bundle, options: ServiceWorkerOptions): Promise<Build> {
  const html = textOf(bundle, options.shell);
  const named = namesIn(html);
  const hashed = new Set<string>();
  const onlineOnly = onlineOnlyOf(bundle, options);
  for (const file of named) collect(bundle, file, onlineOnly, hashed);
  const rootFiles = named.filter((file) => !(file in bundle));
  const hash = createHash('sha256').update(html);
  for (const file of pathsOf(hashed)) hash.update(file);
  for (const file of rootFiles) hash.update(await readFile(join(options.publicDir, file)));
  return {
    id: hash.digest('hex').slice(0, 16),
    hashed: pathsOf(hashed),
    rootFiles: pathsOf(rootFiles),
    shellNames: pathsOf(named.filter((file) => file in bundle)),
  };
}

/** Bundles the service worker into one file that contains the list of files to keep. */
async function bundleWorker(entry: string, description: Build): Promise<string> {
  const define = { BUILD: JSON.stringify(description) };
  const [script] = await buildApart({ input: entry, define, format: 'iife' });
  return script.code;
}

/** Adds the service worker to the web's build as sw.js. */
export function serviceWorker(options: ServiceWorkerOptions): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_output, bundle) {
        const source = await bundleWorker(options.entry, await describe(bundle, options));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
