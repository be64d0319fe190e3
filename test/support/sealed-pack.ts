import { type ChainDay, newTestKey, sealedChain, type TestKey, withFile, zipOf } from './sealed-chain';

/** What the report of the pack says, unless somebody changes it. */
export const SEALED_REPORT = 'The most at once: 122';
export const SEALED_FOLDER = '2026-11-20 revision 1';

/** A night at which four people came, and one of them went from the hall to the bar. */
export const SEALED_NIGHT = {
  'report.json': JSON.stringify({
    startsAt: Date.parse('2026-11-20T06:00:00.000Z'),
    endsAt: Date.parse('2026-11-21T06:00:00.000Z'),
    venue: {
      opening: 0,
      ins: 4,
      outs: 0,
      floored: 0,
      capacities: [{ at: 0, capacity: 3 }],
      limits: [{ kind: 'license', history: [{ at: 0, capacity: 5, staff: 2, condition: 'Condition 12' }] }],
    },
    areas: [
      { areaId: 'a1', areaName: 'Hall', deletedAt: null, opening: 0, ins: 4, outs: 1, floored: 0, capacities: [] },
      { areaId: 'a2', areaName: 'Bar', deletedAt: null, opening: 0, ins: 1, outs: 0, floored: 0, capacities: [] },
    ],
    quality: { rows: 4 },
  }),
  'ledger.csv': `\uFEFFid,area_id,area_name,change,taps,in,out,floored,adjusted,other_area_id,other_area_name,undoes,client_id,first_seq,last_seq,device_time,server_time,occupancy,tap_offsets_ms,category_id
1795208520000-000,a1,Hall,1,2,2,0,0,0,,,,c1,1,2,2026-11-20T23:42:00.000+00:00,2026-11-20T23:42:00.100+00:00,2,0 20000,
1795208530000-000,a1,Hall,2,1,2,0,0,0,,,,c2,1,1,2026-11-20T23:42:10.000+00:00,2026-11-20T23:42:10.100+00:00,4,,
1795208580000-000,a1,Hall,-1,1,0,1,0,0,a2,Bar,,c1,3,3,2026-11-20T23:43:00.000+00:00,2026-11-20T23:43:00.100+00:00,3,,
1795208580000-001,a2,Bar,1,1,1,0,0,0,a1,Hall,,c1,3,3,2026-11-20T23:43:00.000+00:00,2026-11-20T23:43:00.100+00:00,1,,
`,
  'journal.csv': '\uFEFFid,time,actor,kind,area_id,before,after,note\n',
};

/** Returns the columns of one of the night's tables, as its seal lists them. */
export const columnsOf = (name: 'ledger.csv' | 'journal.csv'): string[] =>
  (SEALED_NIGHT[name].slice(1).split('\n')[0] ?? '').split(',');

export interface PackOptions {
  /** What the report in the pack says, if somebody has changed it. */
  report?: string;
  isSigned?: boolean;
  /** Further files of the day, as they were sealed. */
  files?: Readonly<Record<string, string>>;
  /** Files that somebody has changed. */
  changes?: Readonly<Record<string, string>>;
}

/** The night as a day of a chain. */
export const sealedNight = (files: Readonly<Record<string, string>>, key: TestKey | null): ChainDay => ({
  seal: {
    day: '2026-11-20',
    startsAt: '2026-11-20T06:00:00.000Z',
    endsAt: '2026-11-21T06:00:00.000Z',
    contents: {
      languages: ['en'],
      tables: { 'ledger.csv': columnsOf('ledger.csv'), 'journal.csv': columnsOf('journal.csv') },
      actors: {},
      kinds: [],
    },
  },
  files,
  key,
});

/** A small evidence pack as the server makes it. */
export async function sealedPack({
  report = SEALED_REPORT,
  isSigned = false,
  files = {},
  changes = {},
}: PackOptions = {}) {
  const key = isSigned ? await newTestKey() : null;
  const keys = key === null ? [] : [key.publicKey];
  const pack = await sealedChain([sealedNight({ 'report.en.html': SEALED_REPORT, ...files }, key)], keys);
  let inside = pack.files;
  for (const [name, text] of Object.entries({ 'report.en.html': report, ...changes })) {
    inside = withFile(inside, `${SEALED_FOLDER}/${name}`, text);
  }
  return { bytes: zipOf(inside), fingerprint: pack.links[0]?.fingerprint ?? '', keys };
}
