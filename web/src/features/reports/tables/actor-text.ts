import type { ReportActor } from '../../../../../src/shared/reports/entries';
import { reportTexts } from '../../../texts/report-texts';

/**
 * Returns the kind of user who did something, with the name of an API key.
 * @param keyName null for a deleted key; undefined if the server did not say which key it was
 */
export function actorText(actor: ReportActor, keyName: string | null | undefined): string {
  const { actors, namedKey, deletedKey } = reportTexts.tables;
  if (actor !== 'apiKey' || keyName === undefined) return actors[actor];
  return keyName === null ? deletedKey : namedKey(keyName);
}
