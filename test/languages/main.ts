import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { runInNewContext } from 'node:vm';
import { ENGLISH, LANGUAGE_CODES } from '../../src/shared/languages';
import { Product } from '../support/product';
import { CHANGED, Tree } from './tree';

/**
 * `npm run test:languages`: copies the repository and changes its languages, to prove that they are data. One copy has
 * English alone; the other has one more language, made up by a program: it is 40 % longer, written from right to left, and
 * has four forms of a plural. Each copy must compile and build, pass the unit tests, and serve its pages.
 */

/** The code of a language from right to left: the compiler also asks whether the form of the payment provider has it. */
const MADE_UP = 'he';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Throws if the command fails in the copy. */
function run(tree: Tree, ...[command = '', ...args]: string[]): void {
  const startedAt = performance.now();
  const env = { ...process.env, NODE_ENV: undefined };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: tree.folder, env, encoding: 'utf8' });
  say(`  ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${[command, ...args].join(' ')}`);
  if (status !== 0) throw new Error(`${command} failed in ${tree.folder}:\n${`${stdout}${stderr}`.slice(-8_000)}`);
}

const must = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(`Not so: ${what}`);
};

const textOf = async (url: string, headers: HeadersInit = {}): Promise<string> =>
  (await fetch(url, { headers })).text();

/** The page's tag <html>. */
const htmlTag = async (url: string, headers?: HeadersInit): Promise<string> =>
  /<html[^>]*>/.exec(await textOf(url, headers))?.[0] ?? '';

/** The language and direction of the login once its first script has run in a browser that prefers the language. */
async function loginIn(language: string, url: string): Promise<string> {
  const [html, script] = [await textOf(`${url}/login`), await textOf(`${url}/early.js`)];
  must(html.includes(`<template data-language="${language}"`), 'the login has the language');
  const given = (name: string) => new RegExp(`early\\.js"[^>]*data-${name}="([^"]*)"`).exec(html)?.[1];
  const root = { lang: '', dir: '', dataset: {} };
  const nothing = () => undefined;
  runInNewContext(script, {
    document: {
      documentElement: root,
      currentScript: { dataset: { languages: given('languages'), rtl: given('rtl') } },
      cookie: '',
      readyState: 'complete',
    },
    navigator: { languages: [`${language}-XX`, ENGLISH] },
    localStorage: { getItem: () => null },
    location: { pathname: '/login' },
    window: { addEventListener: nothing },
  });
  return `${root.lang} ${root.dir}`;
}

async function serve(tree: Tree, check: (url: string) => Promise<void>): Promise<void> {
  const product = new Product({}, { buildDir: join(tree.folder, 'dist') });
  await product.start();
  try {
    for (const path of ['/', '/login'])
      must((await htmlTag(product.url + path)) === `<html lang="${ENGLISH}" dir="ltr">`, `${path} is in English`);
    await check(product.url);
  } finally {
    await product.stop();
  }
}

async function prove(what: string, make: (tree: Tree) => void, check: (url: string) => Promise<void>): Promise<void> {
  say(what);
  const folder = mkdtempSync(join(tmpdir(), 'headroom-languages-'));
  const tree = new Tree(folder);
  make(tree);
  // The repository's own files are not the product: their tests count lines and words of what is in it now.
  for (const path of readdirSync(join(folder, 'test/unit/project')))
    if (!['texts.test.ts', 'repository.ts'].includes(path)) tree.remove(join('test/unit/project', path));
  for (const project of ['src', 'web', 'web/widget']) run(tree, 'node_modules/.bin/tsc', '--noEmit', '-p', project);
  run(tree, 'npm', 'run', '--silent', 'build');
  run(tree, 'npm', 'test', '--', '--project', 'unit');
  await serve(tree, check);
  rmSync(folder, { recursive: true });
}

const OTHERS = LANGUAGE_CODES.filter((code) => code !== ENGLISH);

await prove(
  'English alone',
  (tree) => OTHERS.forEach((code) => tree.removeLanguage(code)),
  async (url) => {
    for (const code of OTHERS) must((await fetch(`${url}/${code}/`)).status === 404, `/${code}/ is gone`);
  },
);

await prove(
  'One more language',
  (tree) => {
    const files = tree.addLanguage(MADE_UP, "{ name: 'Xxxxxxx', locale: 'sl-SI', isRightToLeft: true }");
    say(`  it has ${files.length} files, and changes ${CHANGED.length}`);
    tree.write(
      'test/unit/languages/made-up.test.ts',
      readFileSync('test/languages/own-test.ts', 'utf8').replaceAll(`'../../`, `'../../../`),
    );
  },
  async (url) => {
    const tag = `<html lang="${MADE_UP}" dir="rtl">`;
    must((await htmlTag(`${url}/${MADE_UP}/`)) === tag, `/${MADE_UP}/ is written from right to left`);
    must((await loginIn(MADE_UP, url)) === `${MADE_UP} rtl`, 'the login is written from right to left');
    must(
      (await htmlTag(`${url}/widget/none`, { 'accept-language': MADE_UP })) === tag,
      'the worker answers in the language',
    );
  },
);
