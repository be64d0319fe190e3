/**
 * What a release changes beyond code, and therefore whether it can be deployed gradually and be rolled back. This is
 * the table of docs/upgrade.md, for both scripts.
 */
const CHANGES = ['rooms', 'classes', 'protocol', 'calls', 'database', 'triggers', 'settings'] as const;
export type Change = (typeof CHANGES)[number];

interface Rule {
  /** The files that show this change; none for parts of wrangler.toml, which are compared as values. */
  paths: readonly string[];
  /** Why versions before and after the change cannot serve side by side; null if they can. */
  notSideBySide: string | null;
  /** What a rollback does. */
  back: string;
  /** Whether a rollback is possible: always, never, or only while no room has woken under the newer version. */
  isBackPossible: 'yes' | 'no' | 'before rooms wake';
}

const RULES: Readonly<Record<Change, Rule>> = {
  rooms: {
    paths: ['src/room/storage/migrations.ts'],
    notSideBySide:
      'The storage of rooms changes: a room that has woken under the newer version cannot go back to the older one, so a gradual deployment could only go forward.',
    back: 'The storage of rooms changed: a room that has woken under the newer version refuses to start under the older one, and its event is unavailable until a newer version is deployed.',
    isBackPossible: 'before rooms wake',
  },
  classes: {
    paths: [],
    notSideBySide:
      '[[migrations]] of wrangler.toml changes: Cloudflare applies that only with a whole deployment, and not to a part of the traffic.',
    back: '[[migrations]] of wrangler.toml changed: Cloudflare refuses to go back behind it.',
    isBackPossible: 'no',
  },
  protocol: {
    paths: ['src/shared/protocol/version.ts'],
    notSideBySide:
      'The protocol changes: rooms of the older version would tell pages of the newer one to reload, again and again while both serve.',
    back: 'The protocol goes back: open pages of the newer version reload once; taps wait on the devices meanwhile.',
    isBackPossible: 'yes',
  },
  calls: {
    paths: ['src/rpc/'],
    notSideBySide:
      'The calls between worker and rooms change: each version would call rooms of the other one for as long as both serve.',
    back: 'The calls between worker and rooms go back: for up to five minutes, calls to rooms that have not restarted may fail.',
    isBackPossible: 'yes',
  },
  database: {
    paths: ['migrations/'],
    notSideBySide: null,
    back: 'D1 keeps its newer tables and columns: migrations only add, and the older version runs on them.',
    isBackPossible: 'yes',
  },
  triggers: {
    paths: [],
    notSideBySide:
      'Routes or crons of wrangler.toml change: they belong to no version, and change only with a whole deployment.',
    back: 'Routes and crons stay as they are now: a deployment of the older commit restores them.',
    isBackPossible: 'yes',
  },
  settings: {
    paths: [],
    notSideBySide: null,
    back: 'Variables and bindings go back to those of the older version.',
    isBackPossible: 'yes',
  },
};

/** The parts of wrangler.toml, as wrangler reads it for one environment. */
export type Config = Readonly<Record<string, unknown>>;

const TRIGGERS = ['routes', 'triggers', 'workers_dev', 'preview_urls'];
const SETTINGS = [
  'vars',
  'd1_databases',
  'durable_objects',
  'r2_buckets',
  'ratelimits',
  'limits',
  'compatibility_date',
  'compatibility_flags',
];

/** Returns what changed between two commits: by the paths of changed files, and by wrangler.toml at both. */
export function changesBetween(paths: readonly string[], before: Config, after: Config): Change[] {
  const differs = (keys: readonly string[]) =>
    keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const isChanged: Readonly<Record<Change, boolean>> = {
    rooms: false,
    classes: differs(['migrations']),
    protocol: false,
    calls: false,
    database: false,
    triggers: differs(TRIGGERS),
    settings: differs(SETTINGS),
  };
  return CHANGES.filter(
    (change) => isChanged[change] || RULES[change].paths.some((start) => paths.some((path) => path.startsWith(start))),
  );
}

/** The names of the variables that differ between two commits. */
export function changedVariables(before: Config, after: Config): string[] {
  const [old, now] = [before, after].map(({ vars }) => new Map(Object.entries(vars ?? {})));
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return names.filter((name) => old?.get(name) !== now?.get(name)).toSorted();
}

/** The reasons against a gradual deployment of these changes; none if it is possible. */
export const againstGradual = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) => RULES[change].notSideBySide ?? []);

interface Rollback {
  /** `anyway`: only if no room has woken under the newer version. */
  isPossible: 'yes' | 'no' | 'anyway';
  /** What it undoes and what it cannot undo, in sentences. */
  says: string[];
}

/** What a rollback over these changes and changed variables does, and whether it is possible. */
export function rollbackOver(changes: readonly Change[], variables: readonly string[] = []): Rollback {
  const rules = changes.map((change) => RULES[change]);
  const says = [
    'Code, texts and the web go back. So does a secret that has changed since then: it belongs to a version, and wrangler asks first. Other secrets stay.',
    ...rules.map(({ back }) => back),
  ];
  if (variables.length > 0) says.push(`Variables that go back: ${variables.join(', ')}.`);
  if (rules.some(({ isBackPossible }) => isBackPossible === 'no')) return { isPossible: 'no', says };
  const isRisky = rules.some(({ isBackPossible }) => isBackPossible === 'before rooms wake');
  return { isPossible: isRisky ? 'anyway' : 'yes', says };
}
