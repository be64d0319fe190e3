import { expect } from 'vitest';

/** A fenced block of a page: commands, the answer to the last one, or a conversation over a socket. */
export interface Block {
  language: string;
  text: string;
  /** The line on which it begins in the page, counted from 1. */
  line: number;
}

export const readBlocks = (page: string): Block[] =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: page.slice(0, index).split('\n').length,
  }));

/** The shell's variables, without their dollar signs. */
export type Variables = Map<string, string>;

/** @throws {Error} when a variable is not set yet */
export const expand = (text: string, variables: Variables): string =>
  text.replaceAll(/\$([A-Z_]+)/g, (_whole, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`Nothing has set $${name}`);
    return value;
  });

const HERE_DOCUMENT = / <<JSON\n(.*)\nJSON\n$/s;

/**
 * The subset of curl that the page uses: one address of this server, -X, -H, -b, -c, -N and --json, whose body may
 * be a here-document. Variables are filled in, except in single quotes.
 * @throws {Error} on any other command or option
 */
export function readCurl(text: string, variables: Variables) {
  const [, document = ''] = HERE_DOCUMENT.exec(text) ?? [];
  const line = text.replace(HERE_DOCUMENT, '').replaceAll('\\\n', ' ');
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? expand(double ?? bare ?? '', variables),
  );
  const options = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    // It prints a stream at once, which a test reads anyway.
    if (word === '-N') continue;
    if (word.startsWith('-')) options.set(word, words[(i += 1)] ?? '');
    else rest.push(word);
  }
  const [command, target = '', ...more] = rest;
  const unknown = [...options.keys()].filter((option) => !['-X', '-H', '-b', '-c', '--json'].includes(option));
  if (command !== 'curl' || !target.startsWith('/') || more.length + unknown.length > 0)
    throw new Error(`Nobody tries ${text}`);
  const json = options.get('--json');
  const [, name = '', content = ''] = /^([\w-]+): (.+)$/.exec(options.get('-H') ?? '') ?? [];
  return {
    method: options.get('-X') ?? (json === undefined ? 'GET' : 'POST'),
    target,
    headers: { ...(name && { [name]: content }), ...(json !== undefined && { 'content-type': 'application/json' }) },
    body: json === '@-' ? expand(document, variables) : json,
    /** The name of the file with cookies. */
    cookies: options.get('-b') ?? options.get('-c'),
  };
}

/** Reads `NAME=value`, which may contain the seconds since 1970. Returns false when the line has another form. */
export function readAssignment(line: string, variables: Variables): boolean {
  const seconds = String(Math.floor(Date.now() / 1000));
  const [, name, value = ''] = /^([A-Z_]+)=(\S+)$/.exec(line.replace('$(date +%s)', seconds)) ?? [];
  if (name === undefined) return false;
  variables.set(name, name === 'HEADROOM' ? '' : expand(value, variables));
  return true;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/;
/** Stands for more entries of a list, and as a field for further fields, which another example of the page shows. */
const MORE = '…';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value that the page shows, with variable parts taken from the real answer: times, and values that the server
 * generated under their names.
 */
function filled(shown: unknown, given: unknown, variables: Variables): unknown {
  if (Array.isArray(shown)) return filledList(shown, Array.isArray(given) ? given : [], variables);
  if (isObject(shown)) {
    const { [MORE]: more, ...fields } = shown;
    const real = isObject(given) ? given : {};
    const named = Object.entries(fields).map(([key, value]) => [key, filled(value, real[key], variables)]);
    return { ...(more === MORE && real), ...Object.fromEntries(named) };
  }
  if (typeof shown !== 'string' || typeof given !== 'string') return shown;
  const [, name] = /^\$([A-Z_]+)$/.exec(shown) ?? [];
  if (name === undefined) return TIME.test(shown) && TIME.test(given) ? given : shown;
  if (!variables.has(name)) variables.set(name, given);
  return variables.get(name);
}

function filledList(shown: readonly unknown[], given: readonly unknown[], variables: Variables): unknown[] {
  const more = shown.findIndex((item) => item === MORE || (Array.isArray(item) && item[0] === MORE));
  if (more === -1) return shown.map((item, i) => filled(item, given[i], variables));
  const lastFrom = Math.max(more, given.length - (shown.length - more - 1));
  return [
    ...shown.slice(0, more).map((item, i) => filled(item, given[i], variables)),
    ...given.slice(more, lastFrom),
    ...shown.slice(more + 1).map((item, i) => filled(item, given[lastFrom + i], variables)),
  ];
}

/** Whether a frame has the shown fields. It may have others. */
export function isLike(given: unknown, shown: unknown): boolean {
  if (Array.isArray(shown)) {
    return Array.isArray(given) && shown.length === given.length && shown.every((item, i) => isLike(given[i], item));
  }
  if (!isObject(shown)) return given === shown;
  return isObject(given) && Object.entries(shown).every(([key, value]) => isLike(given[key], value));
}

/** Expects that the answer equals the shown one, without additional or missing fields unless it says that there are more. */
export function expectShown(shown: unknown, given: unknown, variables: Variables, where: string): void {
  expect(given, where).toEqual(filled(shown, given, variables));
}

/** Expects that the command before this line of the page was not refused. */
export function expectNotRefused({ status, text }: { status: number; text: string }, line: number): void {
  expect(status, `the command before line ${line}: ${text}`).toBeLessThan(400);
}

/** The cells of each row. A row that is too long for a page goes on after a backslash. */
export const csvRows = (text: string): string[][] =>
  text
    .replaceAll('\\\n', '')
    .trimEnd()
    .split(/\r?\n/)
    .map((row) => row.split(','));
