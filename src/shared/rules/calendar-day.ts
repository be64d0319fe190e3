import { DAY_MS } from '../limits';

const dateOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether it is a date of the calendar, YYYY-MM-DD: February 30 is not, nor is any date of year 0. */
export function isCalendarDay(day: unknown): day is string {
  if (typeof day !== 'string' || day.startsWith('0000') || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const date = dateOf(day);
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(day);
}

/** The number of days from one to the other, both included. */
export const countDays = (from: string, to: string): number => (dateOf(to) - dateOf(from)) / DAY_MS + 1;
