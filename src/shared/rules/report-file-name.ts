/** What a file holds: the whole report, its intervals, or the single taps. */
export type ReportPart = 'report' | 'intervals' | 'taps';

export interface ReportFile {
  eventName: string;
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
  part: ReportPart;
  /** The revision that was asked for; null or missing for the newest. */
  revision?: number | null;
}

/**
 * Characters that Windows does not allow in a name, control characters, and characters that change the direction of
 * writing.
 */
const UNFIT = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*\s]+/gu;

/**
 * Length of the event's name in UTF-8 bytes: with days, part and extension the file name stays below the limit of 255.
 */
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

/** A file name with event, days and part, in any script: 'Harbor Night 2026-11-20 to 2026-11-22 intervals.csv'. */
export function reportFileName({ eventName, from, to, part, revision = null }: ReportFile, extension: string): string {
  const name = withoutEnds(cut(withoutEnds(eventName.toWellFormed().replaceAll(UNFIT, ' '))));
  const days = from === to ? from : `${from} to ${to}`;
  const which = revision === null ? part : `revision ${revision} ${part}`;
  return `${name === '' ? 'Event' : name} ${days} ${which}.${extension}`;
}
