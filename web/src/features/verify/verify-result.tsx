import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { assertNever } from '../../../../src/shared/assert-never';
import { formatCount } from '../../texts/format';
import { verifyTexts } from '../../texts/verify-texts';
import { formatDay } from '../../texts/zone-format';
import { OctagonAlert } from '../../ui/icons/alerts';
import { TriangleAlert } from '../../ui/icons/counting';
import type { Icon } from '../../ui/icon';
import { CircleCheck } from '../../ui/icons/reports';
import type { PackCheck } from './check-pack';
import { type Finding, type FoundLink, type Tone, toneOf, verdictOf } from './findings';

const ICONS: Record<Tone, Icon> = { good: CircleCheck, warn: TriangleAlert, bad: OctagonAlert };
const COLORS: Record<Tone, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' };
const BOXES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};
/** What is wrong comes first. */
const ORDER: readonly Tone[] = ['bad', 'warn', 'good'];

/** Shows the verdict on a pack, and each finding in a sentence. */
export function VerifyResult({ check: { eventName, days, findings } }: { check: PackCheck }) {
  const words = verifyTexts.verify;
  const heading = useRef<HTMLHeadingElement>(null);
  // The result appears below the form, perhaps out of sight. Each check renders it anew.
  useEffect(() => heading.current?.focus(), []);
  const verdict = verdictOf(findings);
  const VerdictIcon = ICONS[verdict];
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
            <p className="wrap-anywhere">{words.about(eventName, days.map((day) => formatDay(day)).join('; '))}</p>
          )}
        </div>
      </div>
      <ul className="grid gap-3">
        {shown.map((finding) => (
          <FindingLine key={JSON.stringify(finding)} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const tone = toneOf(finding);
  const LineIcon = ICONS[tone];
  return (
    <li className="flex items-start gap-3">
      <LineIcon aria-hidden size={20} className={clsx('mt-0.5 shrink-0', COLORS[tone])} />
      <p className="min-w-0 text-pretty wrap-anywhere">
        <span className="sr-only">{verifyTexts.verify.tones[tone]} </span>
        {findingWords(finding)}
      </p>
    </li>
  );
}

const linkWords = ({ seq, day, revision }: FoundLink): string =>
  verifyTexts.verify.link(formatCount(seq), formatDay(day), formatCount(revision));

/** Says in a sentence what was found. */
function findingWords(finding: Finding): string {
  const words = verifyTexts.verify.findings;
  switch (finding.type) {
    case 'files_intact':
      return words.files_intact(formatCount(finding.files));
    case 'sums_right':
      return words.sums_right(formatCount(finding.files));
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
