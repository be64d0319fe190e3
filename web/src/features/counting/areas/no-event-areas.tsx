import { texts } from '../../../texts/texts';

/** The area list while no event is selected. */
export function NoEventAreas() {
  return <p className="border-t border-line px-4 py-6 text-center text-muted">{texts.areas.noEvent}</p>;
}
