import { SERVER_SETTINGS, type Setting, SETTINGS } from '../../src/shared/settings.ts';
import { ENGLISH_LOCALE } from '../../src/shared/languages.ts';

/** The lists of docs/settings.md, between marks of their names. The text around them is written by hand. */

const WIDTH = 120;

/** A list item of Markdown, in lines of at most WIDTH. Code stays on one line. */
function item(text: string): string {
  const lines = ['-'];
  for (const [word] of text.matchAll(/(?:`[^`]*`|\S)+/g)) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line;
  }
  return lines.join('\n');
}

const shown = (value: string | number): string =>
  typeof value === 'number' ? value.toLocaleString(ENGLISH_LOCALE) : `\`${value}\``;

function settingItem([name, { isSecret, by, does, default: value }]: [string, Setting]): string {
  const set = by === undefined ? 'by hand' : by.startsWith('--') ? `\`${by}\`` : by;
  const facts = [isSecret ? 'secret' : 'variable', set, ...(value === undefined ? [] : [`default ${shown(value)}`])];
  return item(`\`${name}\` (${facts.join('; ')}): ${does}`);
}

function groupedSettings(): string {
  const groups = Map.groupBy(Object.entries<Setting>(SETTINGS), ([, { group }]) => group);
  return [...groups].map(([group, all]) => `### ${group}\n\n${all.map(settingItem).join('\n')}`).join('\n\n');
}

const serverItems = (): string =>
  Object.entries(SERVER_SETTINGS)
    .map(([name, { does, default: value }]) => item(`\`${name}\` (default ${value}): ${does}`))
    .join('\n');

/** Returns the page with its lists as src/shared/settings.ts says. */
export function withSettings(page: string): string {
  let text = page;
  for (const [name, list] of Object.entries({ settings: groupedSettings(), server: serverItems() })) {
    const [before, rest] = text.split(`<!-- ${name} -->`);
    const [, after] = rest?.split(`<!-- end of ${name} -->`) ?? [];
    if (after === undefined) throw new Error(`docs/settings.md has no place for ${name}`);
    text = `${before}<!-- ${name} -->\n\n${list}\n\n<!-- end of ${name} -->${after}`;
  }
  return text;
}
