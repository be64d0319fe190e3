import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ENGLISH, type Language, LANGUAGE_CODES } from '../../src/shared/languages';

/** The registry, and the tables in which the compiler asks for a language's words. */
const REGISTRY = 'src/shared/languages.ts';
const TABLES = ['src/languages/languages.ts', 'web/src/texts/languages.ts'];
/** The files that a new language changes. */
export const CHANGED: readonly string[] = [REGISTRY, ...TABLES];
/** Where the helper of a made-up language is: both worker and browser may import it from there. */
const HELPER = 'src/shared/sealed/made-up.ts';
/** The language whose files show which files a language has. */
const PATTERN = LANGUAGE_CODES.find((code) => code !== ENGLISH);

/** Files of the pattern that say no words of their own: they only name the files of their language. */
const NAMES_FILES = /(?:\/words|\/pack|\/first-texts|\/public-texts|\/landing-main)\.\w+\.ts$|\.html$/;

/** Files that only the pattern's messages of the server use, which the made-up language has in another form. */
const OF_MESSAGES = /\/(?:error-codes|server-names)\./;

/** A copy of this repository, in which languages come and go. */
export class Tree {
  readonly files: readonly string[];

  constructor(readonly folder: string) {
    this.files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '' && existsSync(path));
    for (const path of this.files) cpSync(path, join(folder, path));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  }

  read = (path: string): string => readFileSync(join(this.folder, path), 'utf8');

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  private change(path: string, change: (text: string) => string): void {
    const [before, after] = [this.read(path), change(this.read(path))];
    if (before === after) throw new Error(`${path} is not as expected`);
    this.write(path, after);
  }

  /** The files of a language, tests included: they have its code in their names, or are in a folder of that name. */
  filesOf(code: Language): string[] {
    return this.files.filter((path) => path.includes(`.${code}.`) || path.startsWith(`web/${code}/`));
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  /** Takes a language out of the registry, and its files away. */
  removeLanguage(code: Language): void {
    for (const path of this.filesOf(code)) this.remove(path);
    this.change(REGISTRY, (text) => text.replace(new RegExp(`^  ${code}: .*\n`, 'm'), ''));
    for (const table of TABLES) {
      this.change(table, (text) =>
        text
          .replaceAll(new RegExp(`^import .*\\.${code}';\n`, 'gm'), '')
          .replaceAll(new RegExp(`^  ${code}: .*\n`, 'gm'), '')
          .replaceAll(new RegExp(`,? ${code}: \\w+`, 'g'), ''),
      );
    }
  }

  /** Adds a language whose words are made of the English ones. Returns its files. */
  addLanguage(code: string, facts: string): string[] {
    const pattern = PATTERN;
    if (pattern === undefined) throw new Error('There is no language to go by');
    this.write(HELPER, readFileSync('test/languages/made-up.ts', 'utf8'));
    this.change(REGISTRY, (text) => text.replace(/^(?=} satisfies)/m, `  ${code}: ${facts},\n`));
    for (const table of TABLES) {
      this.change(table, (text) =>
        text
          .replaceAll(
            new RegExp(`^import \\{ (\\w+) as \\w+ \\} from '(.*)\\.${pattern}';\n`, 'gm'),
            (line, name, from) => `${line}import { ${name} as ${name}In${code} } from '${from}.${code}';\n`,
          )
          .replaceAll(
            new RegExp(`^  ${pattern}: (.*)\n`, 'gm'),
            (line, entry: string) => `${line}  ${code}: ${entry.replaceAll(`.${pattern}'`, `.${code}'`)}\n`,
          )
          .replaceAll(new RegExp(`^(.*)(, ${pattern}: \\w+)(.*)$`, 'gm'), `$1$2, ${code}: NAME$3`),
      );
      this.change(table, (text) =>
        text.replaceAll(/^.*\bNAME\b.*$/gm, (line) => {
          const name = line.includes('PUBLIC') ? 'publicTexts' : line.includes('WIDGET') ? 'widgetTexts' : 'words';
          return line.replace('NAME', `${name}In${code}`);
        }),
      );
    }
    const own = this.filesOf(pattern).filter((path) => !path.startsWith('test/') && !OF_MESSAGES.test(path));
    return own.map((path) => {
      const [from, to] = [`.${pattern}.`, `.${code}.`];
      const made = path.replace(from, to).replace(`web/${pattern}/`, `web/${code}/`);
      this.write(
        made,
        NAMES_FILES.test(path) ? this.renamed(path, pattern, code) : this.translated(path, pattern, code),
      );
      return made;
    });
  }

  /** The same file, with the code of another language in the names of files. */
  private renamed(path: string, pattern: string, code: string): string {
    return this.read(path)
      .replaceAll(`.${pattern}'`, `.${code}'`)
      .replaceAll(`.${pattern}.ts`, `.${code}.ts`)
      .replaceAll(`language: '${pattern}'`, `language: '${code}'`);
  }

  /** A file with the words of the English one, in the made-up language. */
  private translated(path: string, pattern: string, code: string): string {
    const helper = (at: string) => relative(dirname(at), HELPER.replace('.ts', '')).replace(/^(?!\.)/, './');
    const [name] = [...this.read(path).matchAll(/^export const (\w+)/gm)].map(([, found = '']) => found);
    const lead = `import { longer } from '${helper(path)}';\n`;
    if (name === 'translateSaid' || path.includes('server-messages'))
      return `${lead}import type { Said } from './texts';\n\nexport const translateSaid = (said: Said): string => longer(said.text);\n`;
    const names = [name, name?.replace(pattern, ENGLISH), name?.replace('Texts', 'English')];
    const found = [path.replace(`.${pattern}.`, '.'), path.replace(`.${pattern}.`, `.${ENGLISH}.`)]
      .filter((file) => existsSync(join(this.folder, file)))
      .flatMap((file) => names.map((inEnglish) => ({ english: file, inEnglish })))
      .find(({ english, inEnglish }) => new RegExp(`^export const ${inEnglish}\\b`, 'm').test(this.read(english)));
    if (found === undefined) throw new Error(`${path} has no English counterpart`);
    const { english, inEnglish } = found;
    const from = `./${english.split('/').at(-1)?.replace('.ts', '')}`;
    const imports = `${lead}import { ${inEnglish} as english } from '${from}';\n`;
    if (path.includes('/report-words.'))
      return `${imports}import { readmeWords } from './readme-words.${code}';\n
export const ${name} = {
  ...longer(english),
  lang: '${code}',
  englishName: 'Made-up',
  direction: 'rtl' as const,
  readme: readmeWords,
};\n`;
    if (path.includes('/legal-texts.'))
      return `${imports}\nexport const ${name} = { ...longer(english), translation: { text: longer('Translation'), link: longer('English') } };\n`;
    return `${imports}\nexport const ${name} = longer(english);\n`;
  }
}
