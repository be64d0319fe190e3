import { texts } from '../../texts/app-texts';
import type { EvacuationBandProps } from './evacuation-band';

/** The minimum that must be said if the band's code cannot be loaded. */
export const MissingEvacuation = ({ room: { evacuation } }: EvacuationBandProps) =>
  evacuation && (
    <p role="alert" className="rounded-field bg-bad-soft px-4 py-3 font-semibold text-bad">
      {evacuation.isDrill ? texts.evacuations.drill : texts.evacuations.evacuation}
    </p>
  );
