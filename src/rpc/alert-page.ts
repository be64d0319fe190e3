import type { BesideCrowds, ListedAlert } from '../shared/schemas/alert';

/** A part of a list of alerts, behind the alert that was raised at this time (epoch ms) and has this id. */
export interface AlertPage {
  after: { at: number; key: string } | null;
  /** How many alerts at most; −1 for all. */
  limit: number;
}

/** The alerts of a page. Those that are not about crowds are all there are, on the first page, and none on later ones. */
export interface AlertPageAnswer extends BesideCrowds {
  alerts: ListedAlert[];
}
