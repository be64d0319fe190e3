import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { assertNever } from '../../../../src/shared/assert-never';
import { formatCount } from '../../texts/format';
import { verifyTexts } from '../../texts/verify-texts';
import { formatDay } from '../../texts/zone-format';
import type { PackCheck } from './check-pack';
import { DayFaults, DayFiles } from './day-files';
import { type Finding, type FoundLink, type Tone, toneOf, type Verdict, verdictOf } from './findings';
import { MomentBox } from './moment-box';
import type { PackFiles } from './read-pack';
import { TONE_ICONS, ToneLine } from './tone-line';

const BOXES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};
/** The tone of a verdict that is more than a tone. */
const TONES: Record<Verdict, Tone> = {
  good: 'good',
  warn: 'warn',
  by_fingerprint: 'warn',
  unvouched: 'warn',
  bad: 'bad',
};
/** What is wrong comes first. */
const ORDER: readonly Tone[] = ['bad', 'warn', 'good'];
/** The most findings that are shown. A pack that was changed a thousand times is as changed as one with a hundred. */
const FINDINGS_MAX = 100;

/** The findings in the order in which they are shown, each once. */
function inOrder(findings: readonly Finding[]): [key: string, Finding][] {
  const once = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return ORDER.flatMap((tone) => [...once].filter(([, finding]) => toneOf(finding) === tone));
}

/** Shows the verdict on a pack, each finding in a sentence, and its files; answers how many people were inside. */
export function VerifyResult({ check: { eventName, days, findings }, files }: { check: PackCheck; files: PackFiles }) {
  const words = verifyTexts.verify;
  const heading = useRef<HTMLHeadingElement>(null);
  // The result appears below the form, perhaps out of sight. Each check renders it anew.
  useEffect(() => heading.current?.focus(), []);
  const verdict = verdictOf(findings);
  const tone = TONES[verdict];
  const VerdictIcon = TONE_ICONS[tone];
  const ordered = inOrder(findings);
  const left = ordered.length - FINDINGS_MAX;
  return (
    <section aria-label={words.result} className="grid gap-4">
      <div className={clsx('flex items-start gap-3 rounded-card p-5 forced-colors:border', BOXES[tone])}>
        <VerdictIcon size={28} className="mt-0.5 shrink-0" />
        <div className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance">
            {words.verdicts[verdict]}
          </h2>
          {eventName !== null && (
            <p className="wrap-anywhere">{words.about(eventName, days.map(({ day }) => formatDay(day)).join('; '))}</p>
          )}
        </div>
      </div>
      <ul className="grid gap-3">
        {ordered.slice(0, FINDINGS_MAX).map(([key, finding]) => (
          <ToneLine key={key} tone={toneOf(finding)}>
            {findingWords(finding)}
          </ToneLine>
        ))}
      </ul>
      {left > 0 && <p className="text-muted">{words.more(formatCount(left))}</p>}
      {days.map(({ folder, day, faults }) => faults !== null && <DayFaults key={folder} day={day} faults={faults} />)}
      <MomentBox days={days} files={files} />
      {days.map((day) => (
        <DayFiles key={day.folder} check={day} />
      ))}
    </section>
  );
}

const linkWords = ({ seq, day, revision }: FoundLink): string =>
  verifyTexts.verify.link(formatCount(seq), formatDay(day), formatCount(revision));

/** Longer than the name of any file in a pack. */
const NAME_SHOWN_MAX = 200;
/** A file's name as it is shown. Whoever made the archive may have given it a name of many thousand letters. */
const shownName = (name: string): string =>
  name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX).toWellFormed()}…` : name;

/** Says in a sentence what was found. */
function findingWords(finding: Finding): string {
  const words = verifyTexts.verify.findings;
  switch (finding.type) {
    case 'chain_intact':
    case 'signed':
    case 'signed_later':
    case 'by_fingerprint':
    case 'unsigned':
    case 'unsigned_here':
    case 'keys_of_pack':
      return words[finding.type](formatCount(finding.links));
    case 'fingerprint_found':
    case 'link_changed':
    case 'chain_broken':
    case 'signature_wrong':
    case 'signature_missing':
    case 'key_unknown':
    case 'key_of_pack':
      return words[finding.type](linkWords(finding.link));
    case 'zone_unknown':
      return words.zone_unknown(linkWords(finding.link), shownName(finding.timeZone));
    case 'seal_newer':
    case 'seal_unreadable':
      return words[finding.type](formatCount(finding.place));
    case 'no_fingerprint':
    case 'fingerprint_unknown':
    case 'keys_unreachable':
    case 'unsupported':
    case 'no_files':
    case 'sums_right':
    case 'sums_changed':
      return words[finding.type];
    case 'file_missing':
    case 'file_unknown':
    case 'file_unreadable':
    case 'sum_wrong':
    case 'sum_without_file':
    case 'file_without_sum':
      return words[finding.type](shownName(finding.file));
    case 'file_changed':
      return words.file_changed(shownName(finding.file), formatDay(finding.day));
    case 'key_changed':
      return words.key_changed(shownName(finding.kid));
    default:
      return assertNever(finding);
  }
}
