import process from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Ends the command with code 1 and this text. */
export function fail(text: string): never {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(1);
}

/**
 * Reads the command's options. With `--help` it prints the usage and ends the command; after a wrong option it ends it
 * with what is wrong and the usage.
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
