import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Feature, FEATURES, isOn, type Setting } from './features.ts';
import { Stop } from '../deploy/wrangler.ts';

/** Asks a person on the terminal. Scripts and CI have none: they give options and variables instead. */
export interface Terminal {
  /** Returns the answer, or `otherwise` for an empty one. */
  ask: (question: string, otherwise?: string) => Promise<string>;
  /** The same, without showing what is typed. */
  askHidden: (question: string) => Promise<string>;
}

/** Hides what is typed, but passes the question on. */
async function read(question: string, isHidden: boolean): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  const answer = lines.question(question);
  isMuted = isHidden;
  const text = await answer;
  lines.close();
  if (isHidden) process.stdout.write('\n');
  return text.trim();
}

/** Returns the terminal; null if standard input or output is none. */
export function openTerminal(): Terminal | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return {
    ask: async (question, otherwise = '') => {
      const answer = await read(`${question}${otherwise === '' ? '' : ` [${otherwise}]`}: `, false);
      return answer === '' ? otherwise : answer;
    },
    askHidden: (question) => read(`${question} (hidden): `, true),
  };
}

/** What the operator gave for the chosen features. Settings that stay as they are appear in neither. */
export interface Answers {
  variables: Record<string, string>;
  secrets: Record<string, string>;
}

interface Sources {
  environment: Readonly<Record<string, string | undefined>>;
  terminal: Terminal | null;
  /** The value in wrangler.toml; an empty text if there is none. */
  variable: (name: string) => string;
  hasSecret: (name: string) => boolean;
}

/**
 * Collects the settings of the chosen features from the environment, or else from the terminal. Throws if a feature
 * would lack one that it needs.
 */
export async function answersFor(features: readonly Feature[], sources: Sources): Promise<Answers> {
  const { environment, terminal, variable, hasSecret } = sources;
  const answers: Answers = { variables: {}, secrets: {} };
  const missing: string[] = [];
  const note = (setting: Setting, value: string, isSet: boolean, into: Record<string, string>) => {
    if (value !== '') into[setting.name] = value;
    else if (!isSet && !setting.isOptional) missing.push(`${setting.name}: ${setting.what}`);
  };
  const isSet = (name: string) =>
    (answers.variables[name] ?? answers.secrets[name] ?? variable(name)) !== '' || hasSecret(name);
  for (const feature of features) {
    const { variables, secrets } = feature;
    for (const setting of variables) {
      const { name, what } = setting;
      const current = variable(name);
      const given = environment[name] ?? (await terminal?.ask(`${name}, ${what}`, current)) ?? '';
      note(setting, given === current ? '' : given, current !== '', answers.variables);
    }
    for (const setting of secrets) {
      const { name, what } = setting;
      const isKept = hasSecret(name);
      const kept = isKept ? '; empty keeps the one that is set' : '';
      const given = environment[name] ?? (await terminal?.askHidden(`${name}, ${what}${kept}`)) ?? '';
      note(setting, given, isKept, answers.secrets);
    }
    const settings = [...variables, ...secrets];
    if (settings.every(({ isOptional }) => isOptional) && !isOn(feature, isSet)) {
      missing.push(...settings.map(({ name, what }) => `${name}: ${what} (at least one of ${settings.length})`));
    }
    for (const { name, needs } of settings.filter((setting) => isSet(setting.name))) {
      const needed = FEATURES.find((other) => other.name === needs);
      if (!needed || isOn(needed, isSet)) continue;
      const lacking = [...needed.variables, ...needed.secrets].filter((setting) => !isSet(setting.name));
      missing.push(...lacking.map((setting) => `${setting.name}, for ${name}: --with ${needs},${feature.name}`));
    }
  }
  if (missing.length > 0) {
    throw new Stop(
      `These are missing. Answer on a terminal, or put them into the environment (\`read -rs NAME; export NAME\` keeps a secret out of the shell’s history):\n- ${missing.join('\n- ')}`,
    );
  }
  return answers;
}
