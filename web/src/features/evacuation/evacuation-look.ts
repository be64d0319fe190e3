/** An evacuation and a drill differ in words, color and in the frame around the page. */
export const lookOf = (isDrill: boolean) =>
  isDrill
    ? { band: 'bg-warn text-page', calm: 'bg-warn-soft text-warn', frame: 'border-dashed border-warn' }
    : { band: 'bg-bad text-page', calm: 'bg-bad-soft text-bad', frame: 'border-solid border-bad' };
