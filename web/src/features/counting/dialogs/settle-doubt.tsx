import { useId, useState } from 'react';
import { isRefusal } from '../../../api/api-client';
import { dialogTexts } from '../../../texts/dialog-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Notice } from '../../../ui/notice';
import { settleDoubt } from './doubts-api';

export interface SettleDoubtProps {
  eventId: string;
  sourceId: string;
  /** How many people may be missing, as the sentence says. */
  people: number;
  /** The id of the sentence that says how many people may be missing by which machine. */
  describedBy: string;
  /** Loads again what has shown the doubt: it is gone, or about another number of people. */
  onSettled: () => Promise<void>;
}

/**
 * Lets the organizer say whether people who may be missing count now or were counted (docs/product.md, M17). Nothing is
 * lost by it, a recount corrects it, and so one press is enough.
 */
export function SettleDoubt({ eventId, sourceId, people, describedBy, onSettled }: SettleDoubtProps) {
  const words = dialogTexts.doubt;
  const doesId = useId();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const { busy, error, submit } = useSubmission(words.failed);

  function settle(counted: boolean) {
    setPressed(counted);
    void submit(async () => {
      try {
        await settleDoubt(eventId, sourceId, { counted, people });
      } catch (failure) {
        if (isRefusal(failure, 'conflict')) await onSettled();
        throw failure;
      }
      await onSettled();
    });
  }

  const actions = [
    { counted: true, name: words.countThem, does: words.countThemDoes },
    { counted: false, name: words.wereCounted, does: words.wereCountedDoes },
  ];
  return (
    <div className="grid gap-2.5 rounded-field bg-sunken p-3 text-ink">
      {actions.map(({ counted, name, does }) => (
        <div key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <p id={`${doesId}${String(counted)}`} className="min-w-0 flex-1 basis-52 text-sm">
            {does}
          </p>
          <Button
            type="button"
            variant="quiet"
            busy={busy && pressed === counted}
            disabled={busy && pressed !== counted}
            aria-describedby={`${describedBy} ${doesId}${String(counted)}`}
            onClick={() => settle(counted)}
            className="min-h-11! bg-raised! px-4! text-sm!"
          >
            {busy && pressed === counted ? texts.common.saving : name}
          </Button>
        </div>
      ))}
      {error !== null && <Notice tone="bad">{error}</Notice>}
    </div>
  );
}
