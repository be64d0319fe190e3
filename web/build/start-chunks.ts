import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { ENGLISH, LANGUAGE_CODES } from '../../src/shared/languages.ts';

/**
 * Puts the modules that load at a start into few files: each file costs a slow connection a round trip, and HTTP/1.1
 * allows six at once. By default the bundler makes a file for each set of modules that two dialogs share.
 */

/** The modules that open what a person sees first. Each of them stays a separate file under its own name. */
const STARTS = ['main.tsx', 'features/auth/login-screen.tsx', 'features/auth/signup-screen.tsx', 'app/app-screen.tsx'];

/** Returns the module in each language but English. */
const ofOthers = (module: string): string[] =>
  LANGUAGE_CODES.filter((code) => code !== ENGLISH).map((code) => `${module}.${code}.ts`);

/** Modules that also start a page, but share few modules with the app. Each gets only its own modules. */
const BESIDE = [
  'features/auth/early/early-start.ts',
  'features/auth/recovery-screen.tsx',
  'features/display/display-screen.tsx',
  'site/landing-main.ts',
  ...ofOthers('site/landing-main'),
  ...ofOthers('texts/pack'),
];

/** Starts that must stay small: they share no file with the app. */
const ALONE = ['features/auth/early/early-start.ts', 'site/landing-main.ts', ...ofOthers('site/landing-main')];

const idOf = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url)).replaceAll('\\', '/');
const ROOTS = [...STARTS, ...BESIDE].map(idOf);

/** Its static imports are texts for the build and for the widget: no page of this build has them. */
const TABLES = idOf('texts/languages.ts');

const isRoot = (id: string): boolean => ROOTS.includes(id);

/** Returns the modules with these ids and all their static imports. */
function reachOf(ids: Iterable<string>, context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) {
    if (id === TABLES) continue;
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}

/** Returns all modules that are imported dynamically later: dialogs, and the dashboard's other screens. */
function laterEntries(context: Rolldown.ChunkingContext): Set<string> {
  const known = new Set(ROOTS);
  const later = new Set<string>();
  for (const id of known) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) known.add(imported);
    for (const entry of dynamicallyImportedIds) if (!isRoot(entry)) later.add(entry);
  }
  return later;
}

/** Returns the name of the file for the modules that these starts load. */
const nameOf = (loads: readonly boolean[]): string => `start-${loads.map((isPart) => (isPart ? '1' : '0')).join('')}`;

/** Returns a function that names a module's file: one for each set of roots; null if no start loads the module. */
export function startChunks(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let reaches: Set<string>[] | null = null;
  let later: Set<string> | null = null;
  return (id, context) => {
    // Every page loads the style sheet, so modules in the same file would load on every page.
    if (isRoot(id) || id.endsWith('.css')) return null;
    reaches ??= ROOTS.map((root) => reachOf([root], context));
    later ??= reachOf(laterEntries(context), context);
    const parts = reaches.map((reach) => reach.has(id));
    if (!parts.slice(0, STARTS.length).includes(true)) return null;
    const has = (file: string) => parts[ROOTS.indexOf(idOf(file))] ?? false;
    const isEverywhere = has('main.tsx');
    // Each page of the app loads all that main.tsx loads, so only the starts beside the app matter for those modules.
    if (ALONE.some(has)) return nameOf(isEverywhere ? ALONE.map(has) : parts);
    const isDashboard = has('app/app-screen.tsx');
    // Modules that load later need the dashboard's modules, but none that only guests need: the bundler keeps those
    // separate.
    if (!isEverywhere && !isDashboard) return later.has(id) ? null : nameOf(parts);
    // Modules that other screens need, too, are small, and a user who logs in needs them next.
    return isEverywhere || parts.filter(Boolean).length > 1 ? 'start-app' : 'start-dashboard';
  };
}
