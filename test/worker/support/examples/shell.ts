/** The shell's variables, without their dollar signs. */
export type Variables = Map<string, string>;

export interface Curl {
  method: string;
  /** Path and query: the page's server is `$HEADROOM`. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Names of cookie files. */
  readsCookies: string | undefined;
  writesCookies: string | undefined;
}

/** @throws {Error} a variable that nothing before has set */
export const expand = (text: string, variables: Variables): string =>
  text.replaceAll(/\$([A-Z_]+)/g, (_whole, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`Nothing has set $${name}`);
    return value;
  });

/** What stands between spaces or quotes: as it is in single quotes, with variables filled in otherwise. */
function words(line: string, variables: Variables): string[] {
  const found = line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...found].map(([, single, double, bare]) => single ?? expand(double ?? bare ?? '', variables));
}

const HERE_DOCUMENT = / <<JSON\n(.*)\nJSON\n$/s;

/**
 * The subset of curl that the page keeps to: one URL, -X, -H, -b, -c and --json, whose body may be a here-document.
 *
 * @throws {Error} any other command or option
 */
export function readCurl(text: string, variables: Variables): Curl {
  const [, document] = HERE_DOCUMENT.exec(text) ?? [];
  const [command, ...rest] = words(text.replace(HERE_DOCUMENT, '').replaceAll('\\\n', ' '), variables);
  if (command !== 'curl') throw new Error(`No curl: ${text}`);
  const curl: Curl = {
    method: '',
    target: '',
    headers: {},
    body: undefined,
    readsCookies: undefined,
    writesCookies: undefined,
  };
  for (let i = 0; i < rest.length; i += 1) {
    const word = rest[i] ?? '';
    if (!word.startsWith('-')) {
      if (curl.target !== '') throw new Error(`A second URL: ${word}`);
      curl.target = word;
      continue;
    }
    i += 1;
    const value = rest[i];
    if (value === undefined) throw new Error(`${word} of what?`);
    if (word === '-X') curl.method = value;
    else if (word === '-b') curl.readsCookies = value;
    else if (word === '-c') curl.writesCookies = value;
    else if (word === '-H') {
      const [, name = '', content = ''] = /^([\w-]+): (.+)$/.exec(value) ?? [];
      curl.headers[name] = content;
    } else if (word === '--json') {
      curl.body = value === '@-' && document !== undefined ? expand(document, variables) : value;
      curl.headers['content-type'] = 'application/json';
    } else throw new Error(`An option that nobody tries: ${word}`);
  }
  if (!curl.target.startsWith('/')) throw new Error(`Not of this server: ${curl.target}`);
  curl.method ||= curl.body === undefined ? 'GET' : 'POST';
  return curl;
}

/** `NAME=value`, also with the seconds since 1970 in it. False when the line is no such thing. */
export function readAssignment(line: string, variables: Variables): boolean {
  const [, name, value = ''] =
    /^([A-Z_]+)=(\S+)$/.exec(line.replace('$(date +%s)', String(Math.floor(Date.now() / 1000)))) ?? [];
  if (name === undefined) return false;
  variables.set(name, name === 'HEADROOM' ? '' : expand(value, variables));
  return true;
}
