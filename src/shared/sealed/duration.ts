const [SECONDS_PER_MINUTE, MINUTES_PER_HOUR] = [60, 60];

/** The words of a duration in one language. */
export interface DurationWords {
  underMinute: string;
  hours: (count: string) => string;
  minutes: (count: string) => string;
}

/**
 * Returns '2 h 11 min', '14 min' or 'under a minute': every duration of a report, wherever it is read. It is rounded to the
 * nearest minute; a duration above zero is never shown as zero (docs/product.md, D5).
 * @param countText writes a number
 */
export function durationText(seconds: number, words: DurationWords, countText: (count: number) => string): string {
  if (seconds > 0 && seconds < SECONDS_PER_MINUTE) return words.underMinute;
  const whole = Math.round(seconds / SECONDS_PER_MINUTE);
  const [hours, rest] = [Math.floor(whole / MINUTES_PER_HOUR), whole % MINUTES_PER_HOUR];
  const parts = [
    ...(hours > 0 ? [words.hours(countText(hours))] : []),
    ...(rest > 0 || hours === 0 ? [words.minutes(countText(rest))] : []),
  ];
  return parts.join(' ');
}
