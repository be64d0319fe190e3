/** The contents of a file: the whole report, its intervals, the single taps, or the evidence pack. */
export type ReportPart = 'report' | 'intervals' | 'taps' | 'evidence';

export interface ReportFile {
  eventName: string;
  /** The first and the last business day, YYYY-MM-DD. */
  from: string;
  to: string;
  part: ReportPart;
  /** The revision, if a stored one was requested; null or missing for the newest figures. */
  revision?: number | null;
}

/**
 * Characters that file names must not contain: those that Windows forbids, control characters, and characters that
 * change the direction of text.
 */
const UNFIT = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*\s]+/gu;

/**
 * The most UTF-8 bytes of the event's name. With days, part and extension, the file name stays below the limit of 255
 * bytes.
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

/** Returns a file name in any script: 'Harbor Night 2026-11-20 to 2026-11-22 intervals.csv'. */
export function reportFileName({ eventName, from, to, part, revision = null }: ReportFile, extension: string): string {
  const name = withoutEnds(cut(withoutEnds(eventName.toWellFormed().replaceAll(UNFIT, ' '))));
  const days = from === to ? from : `${from} to ${to}`;
  const which = revision === null ? part : `revision ${revision} ${part}`;
  return `${name === '' ? 'Event' : name} ${days} ${which}.${extension}`;
}
