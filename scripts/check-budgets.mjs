import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

/**
 * What a browser has to load for a page, in KB of 1000 bytes, each file gzipped at level 9: the HTML's scripts with all that
 * they import, and the lazy modules that load without a person's action. Of those, `screen` names the route's own;
 * whatever it imports in turn counts as well, unless `onAction` names it.
 *
 * @typedef {{ route: string, html: string, maxJsKb: number, screen?: string, onAction?: string[] }} Budget
 * @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk
 */
const MAX_CSS_KB = 15;
/** @type {Budget[]} */
const BUDGETS = [
  { route: '/', html: 'index.html', maxJsKb: 10 },
  { route: '/login', html: 'shell.html', maxJsKb: 110, screen: 'src/features/auth/login-screen.tsx' },
  { route: '/signup', html: 'shell.html', maxJsKb: 110, screen: 'src/features/auth/signup-screen.tsx' },
  // An admin with a selected event: the dashboard, and the dialogs that it fetches ahead of time.
  { route: '/app', html: 'shell.html', maxJsKb: 145, screen: 'src/app/app-screen.tsx', onAction: [] },
];

const buildDir = resolve('.tmp/budgets');
const { status } = spawnSync('vite', ['build', '-c', 'web/vite.config.ts', '--manifest', '--logLevel', 'warn'], {
  env: { ...process.env, BUILD_DIR: buildDir },
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const client = join(buildDir, 'client');
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));

/** @param {string} name */
function chunkOf(name) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}: has it moved? Its budget is in scripts/check-budgets.mjs`);
  return chunk;
}

/** Adds a module and what it imports; lazily imported modules too when `deep`. Stops at what is there already.
 * @param {Set<string>} loaded @param {string} name @param {boolean} deep @param {readonly string[]} onAction */
function load(loaded, name, deep, onAction) {
  if (loaded.has(name)) return;
  loaded.add(name);
  const { imports = [], dynamicImports = [] } = chunkOf(name);
  for (const next of imports) load(loaded, next, deep, onAction);
  if (!deep) return;
  for (const next of dynamicImports) if (!onAction.includes(next)) load(loaded, next, deep, onAction);
}

/** @param {string} file */
const gzippedKb = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).byteLength / 1000;
/** @param {Iterable<string>} files */
const sumKb = (files) => [...files].reduce((sum, file) => sum + gzippedKb(file), 0);

/** Scripts of web/public that the HTML names itself.
 * @param {string} html */
function classicScripts(html) {
  const tags = readFileSync(join(client, html), 'utf8').matchAll(/<script src="\/([^"]+)"/g);
  return [...tags].map((match) => match[1] ?? '');
}

/** @param {Budget} budget */
function measure({ html, screen, onAction = [] }) {
  /** @type {Set<string>} */
  const loaded = new Set();
  load(loaded, html, false, onAction);
  for (const name of onAction) chunkOf(name);
  if (screen) load(loaded, screen, true, onAction);
  const chunks = [...loaded].map(chunkOf);
  const js = new Set([...classicScripts(html), ...chunks.map(({ file }) => file)]);
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  return { jsKb: sumKb(js), cssKb: sumKb(css) };
}

/** @param {number} kb @param {number} max */
const cell = (kb, max) => `${kb.toFixed(1)} of ${max}${kb > max ? ' TOO MUCH' : ''}`.padEnd(22);

let failed = false;
process.stdout.write(`${'route'.padEnd(10)}${'JS, KB gz'.padEnd(22)}CSS, KB gz\n`);
for (const budget of BUDGETS) {
  const { jsKb, cssKb } = measure(budget);
  if (jsKb > budget.maxJsKb || cssKb > MAX_CSS_KB) failed = true;
  process.stdout.write(`${budget.route.padEnd(10)}${cell(jsKb, budget.maxJsKb)}${cell(cssKb, MAX_CSS_KB).trimEnd()}\n`);
}
rmSync(buildDir, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
