import type { ReportActor, ReportJournalEntry, ReportPerson } from '../../../../../src/shared/reports/entries';
import { reportTexts } from '../../../texts/report-texts';

/** By what the server names the user who did something. */
interface ActorName {
  /** Null for a deleted key; undefined if the server did not say which key it was. */
  keyName: string | null | undefined;
  /** Undefined if the server did not say which member it was. */
  person: ReportPerson | undefined;
}

/** Returns who did something: the name of an API key or of a member, or else the kind of user. */
export function actorText(actor: ReportActor, { keyName, person }: ActorName): string {
  const { actors, namedKey, deletedKey, formerMember } = reportTexts.tables;
  if (actor === 'admin' && person !== undefined)
    return person.email ?? (person.formerMember === undefined ? actors.admin : formerMember(person.formerMember));
  if (actor !== 'apiKey' || keyName === undefined) return actors[actor];
  return keyName === null ? deletedKey : namedKey(keyName);
}

/** Returns who made a journal entry. */
export const madeBy = ({ actor, keyName, person }: ReportJournalEntry): string => actorText(actor, { keyName, person });
