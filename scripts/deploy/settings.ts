import { JURISDICTIONS } from '../../src/rpc/identity.ts';
import { SIGN_UP_MODES } from '../../src/shared/rules/sign-up.ts';
import { SECRETS } from '../variables.ts';

/** The fields of wrangler.toml, as wrangler reads them for one environment, that a deployment depends on. */
export interface Settings {
  vars: Readonly<Record<string, unknown>>;
  d1_databases: readonly { binding: string; database_name?: string; database_id?: string }[];
  r2_buckets?: readonly { binding: string; bucket_name?: string }[];
}

/** The placeholder id in wrangler.toml, which stays until `npm run setup` creates the database. */
export const NO_DATABASE = /^[0-]*$/;

/** RFC 2606 reserves this top-level domain, so nobody receives mail there. */
export const NOBODYS_MAIL = /\.example$/i;

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text && text.startsWith('https://');
  } catch {
    return false;
  }
}

type D1Database = Settings['d1_databases'][number] | undefined;

const isSame = (one: D1Database, other: D1Database): boolean =>
  one?.database_id === other?.database_id ||
  (one?.database_name !== undefined && one.database_name === other?.database_name);

/** The database of accounts and events. */
export const databaseOf = (settings: Settings | undefined): D1Database =>
  settings?.d1_databases.find(({ binding }) => binding === 'DB');

const bucketOf = (settings: Settings | undefined): string | undefined =>
  settings?.r2_buckets?.find(({ binding }) => binding === 'BACKUPS')?.bucket_name;

/**
 * Returns what must be corrected in wrangler.toml before this environment can be deployed, one sentence for each fault.
 * `environment` is empty for the top level of wrangler.toml. `other` is the environment from which this one must stay
 * separate.
 */
export function wrongSettings(environment: string, settings: Settings, other?: Settings): string[] {
  const { vars } = settings;
  const text = (name: string): string => {
    const value = vars[name];
    return typeof value === 'string' ? value : '';
  };
  const wrong: string[] = [];
  const database = databaseOf(settings);
  if (NO_DATABASE.test(database?.database_id ?? '')) {
    wrong.push(`There is no database yet. \`npm run setup -- --env ${environment}\` creates it.`);
  } else if (isSame(database, databaseOf(other))) {
    wrong.push(`staging and production name the same database: ${environment} needs a database of its own.`);
  }
  const bucket = bucketOf(settings);
  if (bucket !== undefined && bucket === bucketOf(other)) {
    wrong.push(
      `staging and production name the same bucket: ${environment} needs a bucket of its own for its backups.`,
    );
  }
  if (text('SUPPORT_EMAIL') === '' || NOBODYS_MAIL.test(text('SUPPORT_EMAIL'))) {
    wrong.push('SUPPORT_EMAIL must be an address that somebody reads.');
  }
  if (text('PUBLIC_ORIGIN') !== '' && !isOrigin(text('PUBLIC_ORIGIN'))) {
    wrong.push(
      'PUBLIC_ORIGIN must be an origin such as https://headroom.example, without a path or a slash at its end.',
    );
  }
  if (text('TRUSTED_PROXY') !== 'cloudflare') {
    wrong.push('TRUSTED_PROXY must be cloudflare: attempts are counted by the addresses that Cloudflare tells.');
  }
  if (text('SIGN_UP') !== '' && !SIGN_UP_MODES.some((known) => known === text('SIGN_UP'))) {
    wrong.push(`SIGN_UP must be one of ${SIGN_UP_MODES.join(', ')}.`);
  }
  if (text('JURISDICTION') !== '' && !JURISDICTIONS.some((known) => known === text('JURISDICTION'))) {
    wrong.push(`JURISDICTION must be one of ${JURISDICTIONS.join(', ')}, or be left out.`);
  }
  if (text('MAIL_TO_CONSOLE') !== '') {
    wrong.push('MAIL_TO_CONSOLE writes links that reset passwords to the log: it is for a developer’s machine only.');
  }
  if (text('OUTBOUND_TEST_HOSTS') !== '') {
    wrong.push('OUTBOUND_TEST_HOSTS lets messages reach this machine: it is for tests only.');
  }
  for (const name of SECRETS.filter((secret) => vars[secret] !== undefined)) {
    wrong.push(
      `${name} is a secret: \`npx wrangler secret put ${name}${environment && ` --env ${environment}`}\`, not a variable.`,
    );
  }
  return wrong;
}
