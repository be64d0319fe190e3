import { texts } from '../../texts/app-texts';
import { shownOrders } from './door-orders';
import type { EvacuationBandProps } from '../evacuation/evacuation-band';
import type { OrderBandProps } from './order-band';

/** The minimum that must be said about orders if the band's code cannot be loaded. */
export const MissingOrders = ({ room }: OrderBandProps) => (
  <p role="alert" className="rounded-field bg-bad-soft px-4 py-3 font-semibold text-bad">
    {shownOrders(room)
      .map(({ kind }) => texts.orderKinds[kind])
      .join(' · ')}
  </p>
);

/** The same about an evacuation or drill. */
export const MissingEvacuation = ({ room: { evacuation } }: EvacuationBandProps) =>
  evacuation && (
    <p role="alert" className="rounded-field bg-bad-soft px-4 py-3 font-semibold text-bad">
      {evacuation.isDrill ? texts.evacuations.drill : texts.evacuations.evacuation}
    </p>
  );
