import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/**
 * What loads at a start comes in few files: each costs a slow connection a round trip, and HTTP/1.1 allows six at once.
 * By default the bundler makes a file of each set of modules that any two dialogs share.
 */

/** What a person sees first. Each stays a file of its own, under its own name. */
const STARTS = ['main.tsx', 'features/auth/login-screen.tsx', 'features/auth/signup-screen.tsx', 'app/app-screen.tsx'];

/** What loads without those, or with only some of them: it gets only its own modules. */
const BESIDE = [
  'features/auth/early/early-start.ts',
  'features/auth/recovery-screen.tsx',
  'features/display/display-screen.tsx',
  'texts/german.ts',
  'site/landing-main.ts',
  'site/landing-main-de.ts',
];

/** Those that must stay small: they share no file with the app. */
const ALONE = ['features/auth/early/early-start.ts', 'site/landing-main.ts', 'site/landing-main-de.ts'];

const idOf = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url)).replaceAll('\\', '/');
const ROOTS = [...STARTS, ...BESIDE].map(idOf);

const isRoot = (id: string): boolean => ROOTS.includes(id);

/** The modules with all static imports. */
function reachOf(ids: Iterable<string>, context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  return reached;
}

/** Everything else that loads later: dialogs, and the other screens of the dashboard. */
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

/** One file for each set of roots that its modules belong to; null for modules that no start loads. */
export function startChunks(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let reaches: Set<string>[] | null = null;
  let later: Set<string> | null = null;
  return (id, context) => {
    // Every page has the style sheet: anything in the same file would load everywhere.
    if (isRoot(id) || id.endsWith('.css')) return null;
    reaches ??= ROOTS.map((root) => reachOf([root], context));
    later ??= reachOf(laterEntries(context), context);
    const parts = reaches.map((reach) => reach.has(id));
    if (!parts.slice(0, STARTS.length).includes(true)) return null;
    const has = (file: string) => parts[ROOTS.indexOf(idOf(file))] ?? false;
    const name = `start-${parts.map((isPart) => (isPart ? '1' : '0')).join('')}`;
    if (ALONE.some(has)) return name;
    const isEverywhere = has('main.tsx');
    const isDashboard = has('app/app-screen.tsx');
    // Later parts find the dashboard loaded, but nothing that only guests have: the bundler keeps that apart.
    if (!isEverywhere && !isDashboard) return later.has(id) ? null : name;
    // Modules that another screen has, too, are small, and somebody who logs in needs them next.
    return isEverywhere || parts.filter(Boolean).length > 1 ? 'start-app' : 'start-dashboard';
  };
}
