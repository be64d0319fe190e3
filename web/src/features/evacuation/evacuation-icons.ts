import { icon } from '../../ui/icon';

/** A figure that runs, as on the sign of an emergency exit (ISO 7010 E001). */
const FIGURE = [
  ['circle', { cx: '14.5', cy: '3.5', r: '2', fill: 'currentColor' }],
  'M12.5 8.5 10.5 14l4 2.5-1 5',
  'M10.5 14 8.5 18l-5 .5',
  'M6 12l2.5-3.5h4L15.5 12H20',
] as const;

export const EvacuationIcon = icon('evacuation', ...FIGURE);

/** The same figure in a broken circle: nobody is in danger. */
export const DrillIcon = icon(
  'drill',
  ['circle', { cx: '12', cy: '12', r: '11', strokeWidth: '1.5', strokeDasharray: '3.5 3.41' }],
  ['circle', { cx: '13.5', cy: '6.25', r: '1.5', fill: 'currentColor' }],
  'M12.25 9.5 11 13.25l2.75 1.75-.5 3.25',
  'M11 13.25 9.75 16l-3.25.25',
  'M8 12l1.75-2.5h2.5l2 2.5H17',
);
