import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { ENGLISH, LANGUAGE_CODES } from '../../src/shared/languages.ts';
import { splitByPart } from './split.mjs';

/**
 * Checks what a browser loads for each page, in KB of 1000 bytes, with each file gzipped at level 9: the HTML's scripts
 * and styles, the route's lazy modules that load without a person's action, and everything that these import. A file
 * that loads after a person's action (a dialog) does not count. `--modules` also prints which packages and folders the
 * KB of each route are.
 *
 * @typedef {{ route: string, html: string, maxJsKb: number, lazy?: string[] }} Budget
 * @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk
 */
const MAX_CSS_KB = 19.2;
/** The script that other sites load. */
const MAX_WIDGET_KB = 3.6;
/** How many packages and folders `--modules` prints for each route. */
const PRINTED_PARTS = 15;
const FIRST_PAD = ['src/app/app-screen.tsx'];
const ADMIN = [...FIRST_PAD, 'src/app/admin-screens.tsx'];
const APP = [
  ...ADMIN,
  'src/features/counting/pads/counting-bar.tsx',
  'src/features/dashboard/notices/service-status.tsx',
  'src/monitoring/open-reporter.ts',
];
const OTHERS = LANGUAGE_CODES.filter((code) => code !== ENGLISH);
/** @type {Budget[]} */
const BUDGETS = [
  { route: '/', html: 'index.html', maxJsKb: 7.4 },
  // A page in another language also loads its own texts.
  ...OTHERS.map((code) => ({ route: `/${code}/`, html: `${code}/index.html`, maxJsKb: 10.8 })),
  // This is what must load before the form can be used. React and its modules load afterwards.
  { route: '/login, at first', html: 'login.html', maxJsKb: 8.2 },
  { route: '/signup, at first', html: 'signup.html', maxJsKb: 8.2 },
  { route: '/login', html: 'shell.html', maxJsKb: 116, lazy: ['src/features/auth/login-screen.tsx'] },
  { route: '/signup', html: 'shell.html', maxJsKb: 114.6, lazy: ['src/features/auth/signup-screen.tsx'] },
  { route: '/display/:token', html: 'shell.html', maxJsKb: 119.9, lazy: ['src/features/display/display-screen.tsx'] },
  { route: '/verify', html: 'shell.html', maxJsKb: 167.4, lazy: ['src/features/verify/verify-screen.tsx'] },
  {
    route: '/inspect/:token',
    html: 'shell.html',
    // With the words for a number in doubt, the verdict, the limits of authorities, the question for a moment and packs.
    maxJsKb: 191.4,
    lazy: ['src/features/inspection/inspection-screen.tsx', 'src/features/inspection/todays-report.tsx'],
  },
  // This is everything that runs before the first pad of an access-code user can count.
  { route: '/app, first pad', html: 'shell.html', maxJsKb: 145, lazy: FIRST_PAD },
  // This is everything that loads by itself for an admin with a selected event. dialogs.ts holds what loads after an
  // action.
  { route: '/app', html: 'shell.html', maxJsKb: 172, lazy: APP },
  {
    route: '/app/overview',
    html: 'shell.html',
    maxJsKb: 195,
    lazy: [...ADMIN, 'src/features/overview/overview-screen.tsx'],
  },
  {
    route: '/app/reports',
    html: 'shell.html',
    // With the verdict's words for each limit, titles with two dates, what each member may do, and who of them acted.
    maxJsKb: 244.5,
    lazy: [...ADMIN, 'src/features/reports/reports-screen.tsx'],
  },
  {
    route: '/app/reports/print',
    html: 'shell.html',
    maxJsKb: 205,
    lazy: [...ADMIN, 'src/features/reports/paper/printed-report-screen.tsx'],
  },
];

const printsModules = process.argv.includes('--modules');
const buildDir = resolve('.tmp/budgets');
const build = ['build', '-c', 'web/vite.config.ts', '--manifest', '--logLevel', 'warn'];
// Hidden maps leave the files as they are, to the byte.
const { status } = spawnSync('vite', printsModules ? [...build, '--sourcemap', 'hidden'] : build, {
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
  if (!chunk) throw new Error(`The build has no ${name}: has it moved? Its budget is in scripts/check/budgets.mjs`);
  return chunk;
}

/**
 * Adds a module and the modules that it imports.
 * @param {Set<string>} loaded @param {string} name
 */
function load(loaded, name) {
  if (loaded.has(name)) return;
  loaded.add(name);
  for (const imported of chunkOf(name).imports ?? []) load(loaded, imported);
}

/** @param {string} file */
const gzippedKb = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).byteLength / 1000;
/** @param {Iterable<string>} files */
const sumKb = (files) => [...files].reduce((sum, file) => sum + gzippedKb(file), 0);

/**
 * Returns the files that the matching tags of an HTML file load. The manifest has no entry for HTML without code.
 * @param {string} html @param {RegExp} tag
 */
const named = (html, tag) => [...readFileSync(join(client, html), 'utf8').matchAll(tag)].map((match) => match[1] ?? '');
/** @param {string} html */
const scriptsOf = (html) => named(html, /<(?:script\b[^>]*? src|link rel="modulepreload"[^>]*? href)="\/([^"]+)"/g);
/** @param {string} html */
const sheetsOf = (html) => named(html, /<link rel="stylesheet"[^>]*? href="\/([^"]+)"/g);

/** @param {Budget} budget */
function measure({ html, lazy = [] }) {
  /** @type {Set<string>} */
  const loaded = new Set();
  for (const name of [...(html in manifest ? [html] : []), ...lazy]) load(loaded, name);
  const chunks = [...loaded].map(chunkOf);
  const js = new Set([...scriptsOf(html), ...chunks.map(({ file }) => file)]);
  const css = new Set([...sheetsOf(html), ...chunks.flatMap((chunk) => chunk.css ?? [])]);
  return { js, jsKb: sumKb(js), cssKb: sumKb(css) };
}

/** @param {number} kb @param {number} max */
const cell = (kb, max) => `${kb.toFixed(1)} of ${max}${kb > max ? ' TOO MUCH' : ''}`.padEnd(22);

let failed = false;
process.stdout.write(`${'route'.padEnd(20)}${'JS, KB gz'.padEnd(22)}CSS, KB gz\n`);
for (const budget of BUDGETS) {
  const { js, jsKb, cssKb } = measure(budget);
  if (jsKb > budget.maxJsKb || cssKb > MAX_CSS_KB) failed = true;
  process.stdout.write(`${budget.route.padEnd(20)}${cell(jsKb, budget.maxJsKb)}${cell(cssKb, MAX_CSS_KB).trimEnd()}\n`);
  if (!printsModules) continue;
  const parts = splitByPart(client, js, gzippedKb);
  for (const [part, kb] of parts.slice(0, PRINTED_PARTS))
    process.stdout.write(`${kb.toFixed(1).padStart(8)}  ${part}\n`);
  const restKb = parts.slice(PRINTED_PARTS).reduce((sum, [, kb]) => sum + kb, 0);
  process.stdout.write(`${restKb.toFixed(1).padStart(8)}  ${Math.max(0, parts.length - PRINTED_PARTS)} more\n`);
}
const widgetKb = gzippedKb('widget.js');
if (widgetKb > MAX_WIDGET_KB) failed = true;
process.stdout.write(`${'widget.js'.padEnd(20)}${cell(widgetKb, MAX_WIDGET_KB).trimEnd()}\n`);
if (!process.env.KEEP_BUILD) rmSync(buildDir, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
