/** What a file holds: the whole report, its intervals, or the single taps. */
export type ReportPart = 'report' | 'intervals' | 'taps';

export interface ReportFile {
  eventName: string;
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
  part: ReportPart;
  /** That was asked for; null or none for the newest. */
  revision?: number | null;
}

/** Windows takes none of these in a name; control characters and what turns the direction of writing, nobody should. */
const UNFIT = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*\s]+/gu;

/** In UTF-8, of the event's name: with days, part and extension it stays below the 255 that file systems take. */
const NAME_BYTES_MAX = 150;

function cut(name: string): string {
  const encoder = new TextEncoder();
  let [kept, bytes] = ['', 0];
  for (const character of name) {
    bytes += encoder.encode(character).byteLength;
    if (bytes > NAME_BYTES_MAX) break;
    kept += character;
  }
  return kept;
}

const withoutEnds = (name: string): string => name.replace(/^[.\s]+|[.\s]+$/g, '');

/** A file's name that says event, days and part, in any script: 'Harbor Night 2026-11-20 to 2026-11-22 intervals.csv'. */
export function reportFileName({ eventName, from, to, part, revision = null }: ReportFile, extension: string): string {
  const name = withoutEnds(cut(withoutEnds(eventName.toWellFormed().replaceAll(UNFIT, ' '))));
  const days = from === to ? from : `${from} to ${to}`;
  const which = revision === null ? part : `revision ${revision} ${part}`;
  return `${name === '' ? 'Event' : name} ${days} ${which}.${extension}`;
}
