import { texts } from '../../texts/app-texts';
import { OctagonAlert } from '../../ui/icons/alerts';
import { TriangleAlert } from '../../ui/icons/counting';

/** An evacuation and a drill differ in their word, icon, colors, and in the frame around the page. */
export const lookOf = (isDrill: boolean) =>
  isDrill
    ? {
        title: texts.evacuations.drill,
        Icon: TriangleAlert,
        band: 'bg-warn text-page',
        calm: 'bg-warn-soft text-warn',
        frame: 'border-dashed border-warn',
      }
    : {
        title: texts.evacuations.evacuation,
        Icon: OctagonAlert,
        band: 'bg-bad text-page',
        calm: 'bg-bad-soft text-bad',
        frame: 'border-solid border-bad',
      };
