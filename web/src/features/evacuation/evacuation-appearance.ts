import { texts } from '../../texts/app-texts';
import { DrillIcon, EvacuationIcon } from './evacuation-icons';

/** An evacuation and a drill differ in their word, icon, colors, and in the frame around the page. */
export const appearanceOf = (isDrill: boolean) =>
  isDrill
    ? {
        title: texts.evacuations.drill,
        Icon: DrillIcon,
        band: 'bg-drill text-page',
        calm: 'bg-drill-soft text-drill',
        frame: 'border-dashed border-drill',
      }
    : {
        title: texts.evacuations.evacuation,
        Icon: EvacuationIcon,
        band: 'bg-bad text-page',
        calm: 'bg-bad-soft text-bad',
        frame: 'border-solid border-bad',
      };
