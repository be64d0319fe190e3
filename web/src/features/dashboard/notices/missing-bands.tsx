import { texts } from '../../../texts/app-texts';
import type { EvacuationBandProps } from '../../evacuation/evacuation-band';
import { inForce } from '../../in-force/in-force';
import type { OrderBandProps } from '../../orders/order-band';

/** The minimum that must be said if a band's code cannot be loaded. */
const MissingBand = ({ text }: { text: string }) =>
  text && (
    <p role="alert" className="rounded-field bg-bad-soft px-4 py-3 font-semibold text-bad">
      {text}
    </p>
  );

export const MissingOrders = ({ room }: OrderBandProps) => (
  <MissingBand
    text={inForce(room)
      .orders.map(({ kind }) => texts.orderKinds[kind])
      .join(' · ')}
  />
);

export const MissingEvacuation = ({ room: { evacuation } }: EvacuationBandProps) => (
  <MissingBand text={evacuation ? texts.evacuations[evacuation.isDrill ? 'drill' : 'evacuation'] : ''} />
);
