import { build, type InlineConfig, type Rolldown } from 'vite';

export interface ApartOptions {
  input: string;
  define?: InlineConfig['define'];
  license?: NonNullable<InlineConfig['build']>['license'];
  /** `iife` for one classic script; modules without it. */
  format?: 'iife';
}

/** Builds one entry by itself, without the web's plugins, and writes nothing: returns its files, the entry first. */
export async function buildApart({
  input,
  define,
  license,
  format,
}: ApartOptions): Promise<Rolldown.RolldownOutput['output']> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    ...(define && { define }),
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      ...(license && { license }),
      rolldownOptions: { input, ...(format && { output: { format } }) },
    },
  });
  if (!('output' in result)) throw new Error(`${input} was not built`);
  return result.output;
}
