import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import * as z from 'zod/mini';
import { buildApart } from './build-apart.ts';

/** The file that Vite writes for each bundle: the packages in it, with the texts of their licenses. */
export const LICENSES_OF_BUNDLE = '.vite/license.json';

const PackagesSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.optional(z.string()),
    text: z.optional(z.string()),
  }),
);
type Packages = z.infer<typeof PackagesSchema>;

export interface LicensesOptions {
  /** The folder of the worker's bundle, which is built before the web's. */
  workerDir: string;
  /** The sources of web workers: Vite leaves their bundles out of its list. */
  webWorkers: readonly string[];
  /** Parts of the source that others wrote: their names, and the files with their licenses. */
  copied: Readonly<Record<string, string>>;
}

const read = (text: string): Packages => z.parse(PackagesSchema, JSON.parse(text));

function take(bundle: Rolldown.OutputBundle): Packages {
  const asset = bundle[LICENSES_OF_BUNDLE];
  if (asset?.type !== 'asset') throw new Error(`The build has no ${LICENSES_OF_BUNDLE}`);
  delete bundle[LICENSES_OF_BUNDLE];
  return read(asset.source.toString());
}

async function ofWebWorker(input: string): Promise<Packages> {
  const files = await buildApart({ input, license: { fileName: LICENSES_OF_BUNDLE } });
  return take(Object.fromEntries(files.map((file) => [file.fileName, file])));
}

const LEAD = 'Headroom contains software of others, under these licenses.';
const RULE = '-'.repeat(80);

const withoutFile = (identifier: string): string =>
  `The package has no file with its license: https://spdx.org/licenses/${identifier}.html`;

/** Adds licenses.txt to the web's build: the licenses of all packages that are in one of the product's bundles. */
export const licenses = ({ workerDir, webWorkers, copied }: LicensesOptions): Plugin => ({
  name: 'licenses',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    async handler(_output, bundle) {
      const lists = [
        take(bundle),
        read(await readFile(join(workerDir, LICENSES_OF_BUNDLE), 'utf8')),
        ...(await Promise.all(webWorkers.map(ofWebWorker))),
      ];
      const texts = new Map<string, string>();
      for (const [name, file] of Object.entries(copied)) texts.set(name, await readFile(file, 'utf8'));
      for (const { name, version, identifier = '', text = withoutFile(identifier) } of lists.flat())
        texts.set(`${name} ${version} ${identifier}`.trim(), text);
      const parts = [...texts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, text]) => `${name}\n\n${text.trim()}`);
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: `${[LEAD, ...parts].join(`\n\n${RULE}\n`)}\n`,
      });
    },
  },
});
