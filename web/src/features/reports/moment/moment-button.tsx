import { Suspense, useId, useState } from 'react';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { missingText, preloadable } from '../../../ui/overlays/lazy-component';
import { Spinner } from '../../../ui/spinner';
import type { MomentSectionProps } from './moment-section';
import { suggestedMoment } from './asked-moment';
import type { AskMoment } from './use-occupancy-at';

const [MomentSection, fetchMomentSection] = preloadable<MomentSectionProps>(
  async () => (await import('./moment-section')).MomentSection,
  () => <Notice tone="bad">{missingText()}</Notice>,
);

/** Opens the question how many people were inside at a moment. Its code loads when somebody comes near the button. */
export function MomentButton({ report, ask }: { report: Report; ask: AskMoment }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const prepare = () => void fetchMomentSection().catch(() => undefined);
  return (
    <>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!isOpen)}
        className="min-h-11 self-start justify-self-start px-4 text-sm"
      >
        {reportTexts.moment.open}
      </Button>
      {isOpen && (
        <div id={id} className="basis-full">
          <Suspense fallback={<Spinner label={reportTexts.moment.loading} />}>
            <MomentSection ask={ask} timeZone={report.timeZone} suggested={suggestedMoment(report)} />
          </Suspense>
        </div>
      )}
    </>
  );
}
