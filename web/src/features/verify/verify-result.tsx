import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { assertNever } from '../../../../src/shared/assert-never';
import { formatCount } from '../../texts/format';
import { verifyTexts } from '../../texts/verify-texts';
import { formatDay } from '../../texts/zone-format';
import type { PackCheck } from './check-pack';
import { DayFaults, DayFiles } from './day-files';
import { type Finding, type FoundLink, type Tone, toneOf, verdictOf } from './findings';
import { MomentBox } from './moment-box';
import type { PackFiles } from './read-pack';
import { TONE_ICONS, ToneLine } from './tone-line';

const BOXES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};
/** What is wrong comes first. */
const ORDER: readonly Tone[] = ['bad', 'warn', 'good'];

/** Shows the verdict on a pack, each finding in a sentence, and its files; answers how many people were inside. */
export function VerifyResult({ check: { eventName, days, findings }, files }: { check: PackCheck; files: PackFiles }) {
  const words = verifyTexts.verify;
  const heading = useRef<HTMLHeadingElement>(null);
  // The result appears below the form, perhaps out of sight. Each check renders it anew.
  useEffect(() => heading.current?.focus(), []);
  const verdict = verdictOf(findings);
  const VerdictIcon = TONE_ICONS[verdict];
  const shown = ORDER.flatMap((tone) => findings.filter((finding) => toneOf(finding) === tone));
  return (
    <section aria-label={words.result} className="grid gap-4">
      <div className={clsx('flex items-start gap-3 rounded-card p-5 forced-colors:border', BOXES[verdict])}>
        <VerdictIcon aria-hidden size={28} className="mt-0.5 shrink-0" />
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
        {shown.map((finding) => (
          <ToneLine key={JSON.stringify(finding)} tone={toneOf(finding)}>
            {findingWords(finding)}
          </ToneLine>
        ))}
      </ul>
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

/** Says in a sentence what was found. */
function findingWords(finding: Finding): string {
  const words = verifyTexts.verify.findings;
  switch (finding.type) {
    case 'chain_intact':
    case 'signed':
    case 'unsigned':
    case 'keys_of_pack':
      return words[finding.type](formatCount(finding.links));
    case 'fingerprint_found':
    case 'link_changed':
    case 'chain_broken':
    case 'signature_wrong':
    case 'key_unknown':
      return words[finding.type](linkWords(finding.link));
    case 'no_fingerprint':
    case 'fingerprint_unknown':
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
      return words[finding.type](finding.file);
    case 'file_changed':
      return words.file_changed(finding.file, formatDay(finding.day));
    case 'key_changed':
      return words.key_changed(finding.kid);
    default:
      return assertNever(finding);
  }
}
