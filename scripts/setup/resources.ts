import * as z from 'zod';
import { ask, askJson, change, Stop } from '../deploy/wrangler.ts';

/** Where the database and the backups are stored: a hint, or a promise. */
export interface Place {
  location?: string | undefined;
  jurisdiction?: string | undefined;
}

/** Location hints of D1 (developers.cloudflare.com/d1/configuration/data-location). */
export const LOCATIONS = ['weur', 'eeur', 'enam', 'wnam', 'apac', 'oc'];

const DatabasesSchema = z.array(z.object({ uuid: z.string(), name: z.string(), jurisdiction: z.string().nullish() }));
type Database = z.infer<typeof DatabasesSchema>[number];

const say = (text: string) => void process.stdout.write(`${text}\n`);

const placeArguments = ({ location, jurisdiction }: Place): string[] => {
  if (jurisdiction) return ['--jurisdiction', jurisdiction];
  return location ? ['--location', location] : [];
};

const databases = (): Database[] => DatabasesSchema.parse(askJson('d1', 'list', '--json'));

/** The id that stands for a database in a dry run, which creates none. */
const NO_ID_YET = 'the id of the new database';

interface WantedDatabase {
  name: string;
  /** The id in wrangler.toml; null if it is still the placeholder. */
  id: string | null;
  place: () => Promise<Place>;
  jurisdiction: string | undefined;
  isDryRun: boolean;
}

/** Finds the database by its id or else its name, or creates it, and returns its id. */
export async function findOrCreateDatabase(wanted: WantedDatabase): Promise<string> {
  const all = databases();
  const known =
    wanted.id === null ? all.find(({ name }) => name === wanted.name) : all.find(({ uuid }) => uuid === wanted.id);
  if (known) {
    if (wanted.jurisdiction && (known.jurisdiction ?? '') !== wanted.jurisdiction) {
      throw new Stop(
        `${known.name} exists outside the jurisdiction ${wanted.jurisdiction}, and a database never moves. docs/deploy.md, “Where things live”, says what a jurisdiction needs.`,
      );
    }
    say(`Database   ${known.name} (${known.uuid}) is there`);
    return known.uuid;
  }
  if (wanted.id !== null) {
    throw new Stop(
      `wrangler.toml names the database ${wanted.id}, which this account does not have. Is this the right account? To start with a new database, put 00000000-0000-0000-0000-000000000000 in its place.`,
    );
  }
  const place = placeArguments(await wanted.place());
  if (wanted.isDryRun) {
    say(`Database   ${wanted.name} would be created: wrangler d1 create ${wanted.name} ${place.join(' ')}`);
    return NO_ID_YET;
  }
  change(['d1', 'create', wanted.name, ...place]);
  const made = databases().find(({ name }) => name === wanted.name);
  if (!made) throw new Stop(`Cloudflare created ${wanted.name}, but does not list it yet. Run the same command again.`);
  say(`Database   ${made.name} (${made.uuid}) created`);
  return made.uuid;
}

/** Finds or creates the bucket. Returns false if the account cannot store any. */
export function hasBucket(name: string, place: Place, isDryRun: boolean): boolean {
  const where = place.jurisdiction ? ['--jurisdiction', place.jurisdiction] : [];
  const listed = ask('r2', 'bucket', 'list', ...where);
  if (!listed.isDone) {
    say(`Backups    stay off: R2 does not answer for this account.\n${listed.trouble}`);
    say('Turn R2 on in the dashboard (Storage & databases, R2), and run the same command again.');
    return false;
  }
  if (new RegExp(`^name:\\s+${name}$`, 'm').test(listed.stdout)) {
    say(`Backups    the bucket ${name} is there`);
    return true;
  }
  const create = ['r2', 'bucket', 'create', name, ...placeArguments(place)];
  if (isDryRun) say(`Backups    the bucket would be created: wrangler ${create.join(' ')}`);
  else {
    change(create);
    say(`Backups    the bucket ${name} created`);
  }
  return true;
}
