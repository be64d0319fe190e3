import { useState } from 'react';
import { AUDIT_TOPICS, type AuditEntry, type AuditTopic, isAuditAction } from '../../../../../src/shared/audit/schemas';
import type { ReportPerson } from '../../../../../src/shared/reports/entries';
import { MEMBER_ROLES, type MemberRole } from '../../../../../src/shared/rules/roles';
import type { User } from '../../../../../src/shared/schemas/user';
import { auditTexts } from '../../../texts/audit-texts';
import { membersTexts } from '../../../texts/members-texts';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/forms/select-field';
import { Loaded } from '../../../ui/loaded';
import { FileDownload } from '../file-download';
import { useMembers } from '../members/members-api';
import { momentWithYear } from '../moment-with-year';
import { type AuditFilter, auditFile, useAuditLog } from './audit-api';

const isTopic = (text: string): text is AuditTopic => AUDIT_TOPICS.some((topic) => topic === text);
const isRole = (text: string): text is MemberRole => MEMBER_ROLES.some((role) => role === text);

/** Shows owners who did what in the account. */
export function AuditView({ user }: { user: User }) {
  const [filter, setFilter] = useState<AuditFilter>({ topic: null, personId: null });
  const query = useAuditLog(filter);
  const { data: list } = useMembers(user);
  const isFiltered = filter.topic !== null || filter.personId !== null;
  const topics = AUDIT_TOPICS.map((topic) => ({ value: topic, text: auditTexts.topics[topic] }));
  const present = (list?.members ?? []).map(({ personId, email }) => ({ value: personId, text: email }));
  const isPresent = new Set(present.map(({ value }) => value));
  const former = (list?.formerMembers ?? [])
    .filter(({ personId }) => !isPresent.has(personId))
    .map(({ personId, number }) => ({ value: personId, text: auditTexts.formerMember(number) }));
  const members = [...present, ...former];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-pretty text-muted">{auditTexts.lead}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={auditTexts.topic}
          placeholder={auditTexts.allTopics}
          options={topics}
          value={filter.topic ?? ''}
          onChange={({ target: { value } }) => setFilter({ ...filter, topic: isTopic(value) ? value : null })}
        />
        {members.length > 1 && (
          <SelectField
            label={auditTexts.person}
            placeholder={auditTexts.everybody}
            options={members}
            value={filter.personId ?? ''}
            onChange={({ target: { value } }) => setFilter({ ...filter, personId: value === '' ? null : value })}
          />
        )}
      </div>
      <Loaded isPart query={query} failedText={auditTexts.loadFailed}>
        {({ pages }) => <Entries entries={pages.flatMap(({ entries }) => entries)} isFiltered={isFiltered} />}
      </Loaded>
      {query.hasNextPage && (
        <Button
          variant="quiet"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="justify-self-center"
        >
          {auditTexts.more}
        </Button>
      )}
      <FileDownload
        path={auditFile(filter)}
        words={auditTexts.file}
        variant="quiet"
        className="sm:justify-self-start"
      />
    </div>
  );
}

function Entries({ entries, isFiltered }: { entries: readonly AuditEntry[]; isFiltered: boolean }) {
  if (entries.length === 0) return <p className="text-muted">{isFiltered ? auditTexts.noneSo : auditTexts.none}</p>;
  return (
    <ul aria-label={auditTexts.list} className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.entryId} className="grid gap-1 py-3">
          <p className="font-medium wrap-anywhere">{titleOf(entry)}</p>
          <p className="text-sm text-muted wrap-anywhere">{[byOf(entry), momentWithYear(entry.at)].join(' · ')}</p>
        </li>
      ))}
    </ul>
  );
}

/** Returns what was done, and to what: 'Changed a member’s role: bea@example.com, Viewer'. */
function titleOf({ action, concerns, eventName, detail }: AuditEntry): string {
  const done = isAuditAction(action) ? auditTexts.actions[action] : action;
  const about = [concerns && nameOf(concerns), eventName, detail && detailOf(action, detail)]
    .filter(Boolean)
    .join(', ');
  return about === '' ? done : `${done}: ${about}`;
}

/** A role may have the ids of its events behind it. */
function detailOf(action: string, detail: string): string {
  if (action === 'demandSecondStep') return detail === 'on' ? auditTexts.switched.on : auditTexts.switched.off;
  const [role = '', ...eventIds] = detail.split(' ');
  if (!isRole(role)) return detail;
  return [membersTexts.roles[role], ...(eventIds.length > 0 ? [auditTexts.events(eventIds.length)] : [])].join(', ');
}

function nameOf({ email, formerMember }: ReportPerson): string {
  if (email !== null) return email;
  return formerMember === undefined ? auditTexts.somebody : auditTexts.formerMember(formerMember);
}

function byOf({ person, keyName, isOperator }: AuditEntry): string {
  if (isOperator) return auditTexts.operator;
  if (person !== undefined) return nameOf(person);
  return keyName === null || keyName === undefined ? auditTexts.deletedKey : auditTexts.key(keyName);
}
