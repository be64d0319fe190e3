import { addTableAfter, addTableBefore, hasTable, quoted, setValue } from './toml.ts';

/** What wrangler.toml is to say about one environment. Absent fields stay as they are. */
export interface Wanted {
  databaseId?: string;
  /** The domain under which the product is served. */
  domain?: string | undefined;
  variables: Readonly<Record<string, string>>;
  bucket?: { name: string; jurisdiction?: string | undefined } | undefined;
}

const BACKUPS = { key: 'binding', value: quoted('BACKUPS') };

/** The addresses under workers.dev would bypass the domain. */
const domainSettings = (domain: string): [key: string, value: string][] => [
  ['routes', `[{ pattern = ${quoted(domain)}, custom_domain = true }]`],
  ['workers_dev', 'false'],
  ['preview_urls', 'false'],
];

function withDomain(toml: string, environment: string, domain: string): string {
  const table = `env.${environment}`;
  const settings = domainSettings(domain);
  if (hasTable(toml, table)) return settings.reduce((text, [key, value]) => setValue(text, table, key, value), toml);
  const entries = settings.map(([key, value]) => `${key} = ${value}`);
  return addTableBefore(toml, `${table}.vars`, `[${table}]`, entries);
}

function withBucket(toml: string, environment: string, { name, jurisdiction }: NonNullable<Wanted['bucket']>): string {
  const table = `env.${environment}.r2_buckets`;
  const entries: [key: string, value: string][] = [['bucket_name', quoted(name)]];
  if (jurisdiction) entries.push(['jurisdiction', quoted(jurisdiction)]);
  if (hasTable(toml, table, BACKUPS))
    return entries.reduce((text, [key, value]) => setValue(text, table, key, value, BACKUPS), toml);
  const lines = [`binding = ${BACKUPS.value}`, ...entries.map(([key, value]) => `${key} = ${value}`)];
  return addTableAfter(toml, `env.${environment}.`, `[[${table}]]`, lines);
}

/** Returns wrangler.toml with these settings; the same text if it has them already. */
export function planned(toml: string, environment: string, wanted: Wanted): string {
  const { databaseId, domain, variables, bucket } = wanted;
  const table = `env.${environment}`;
  let text = toml;
  if (domain) text = withDomain(text, environment, domain);
  const origin = domain ? { PUBLIC_ORIGIN: `https://${domain}` } : {};
  for (const [name, value] of Object.entries({ ...variables, ...origin }))
    text = setValue(text, `${table}.vars`, name, quoted(value));
  if (databaseId) {
    const where = { key: 'binding', value: quoted('DB') };
    text = setValue(text, `${table}.d1_databases`, 'database_id', quoted(databaseId), where);
  }
  return bucket ? withBucket(text, environment, bucket) : text;
}

/** The lines of `lines` that `others` does not have, or has less often. */
function surplus(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0 && line !== '';
  });
}

/** The changed lines, as `- before` and `+ after`. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [...surplus(old, now).map((line) => `- ${line}`), ...surplus(now, old).map((line) => `+ ${line}`)];
}
