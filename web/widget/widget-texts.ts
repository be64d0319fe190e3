import type { Level } from '../../src/shared/public-numbers/schemas';

/** The widget's texts. It loads none of the app's. */
export interface WidgetTexts {
  loading: string;
  levels: Readonly<Record<Level, string>>;
  percent: (percent: number) => string;
  of: (occupancy: string, capacity: string) => string;
  /** @param count a number, or a number `of` another one */
  people: (count: string) => string;
  notStarted: string;
  unavailable: string;
  /** Why no number is shown, or what its numbers are not about. */
  evacuation: string;
  doNotCome: string;
  drill: string;
  closed: string;
  askStaff: string;
  ended: string;
  /** The numbers are old, because there is no connection. */
  old: (time: string) => string;
}

export const widgetTexts: WidgetTexts = {
  loading: 'Loading…',
  levels: { quiet: 'Quiet', busy: 'Busy', nearly_full: 'Nearly full', full: 'Full' },
  percent: (percent) => `${percent}% full`,
  of: (occupancy, capacity) => `${occupancy} of ${capacity}`,
  people: (count) => (count === '1' ? '1 person' : `${count} people`),
  notStarted: 'No numbers yet',
  unavailable: 'Not available at the moment',
  evacuation: 'Evacuation',
  doNotCome: 'Please do not come now.',
  drill: 'Drill',
  closed: 'The doors are closed for an exercise.',
  askStaff: 'Please ask the staff',
  ended: 'Not public',
  old: (time) => `No connection. As of ${time}.`,
};
