import type { ListedAlert, ListedMachineAlert } from '../shared/schemas/alert';

/** A part of a list of alerts, behind the alert that was raised at this time (epoch ms) and has this id. */
export interface AlertPage {
  after: { at: number; key: string } | null;
  /** How many alerts at most; −1 for all. */
  limit: number;
}

/** The alerts of a page. */
export interface AlertPageAnswer {
  alerts: ListedAlert[];
  /** All that there are, on the first page; none on later ones. */
  machineAlerts: ListedMachineAlert[];
}
