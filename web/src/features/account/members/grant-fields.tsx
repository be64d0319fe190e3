import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useRef, useState } from 'react';
import type { NewGrant } from '../../../../../src/shared/members/schemas';
import { hasChosenEvents, MEMBER_ROLES, type MemberRole } from '../../../../../src/shared/rules/roles';
import { membersTexts } from '../../../texts/members-texts';
import { CheckList } from '../../../ui/forms/check-list';
import { RadioOption } from '../../../ui/forms/radio-option';
import { EVENTS_QUERY } from '../../events/use-events';

/** A role as a form holds it. Its events are kept while another role has none. */
export interface TypedGrant {
  role: MemberRole;
  eventIds: readonly string[];
}

/** Returns what a call takes; null while events have to be chosen. */
function grantOf({ role, eventIds }: TypedGrant): NewGrant | null {
  if (!hasChosenEvents(role)) return { role };
  return eventIds.length === 0 ? null : { role, eventIds: [...eventIds] };
}

interface GrantFieldsProps {
  grant: TypedGrant;
  /** Whether somebody has submitted the form without the events that the role needs. */
  isMissing: boolean;
  /** The first checkbox, which takes the focus then. */
  firstEvent: Ref<HTMLInputElement>;
  onChange: (grant: TypedGrant) => void;
}

/**
 * Returns the fields of a role in a form, and what they say. `checked` returns null, and says so beside the field, while
 * events have to be chosen.
 */
export function useGrant(initial: TypedGrant): { fields: GrantFieldsProps; checked: () => NewGrant | null } {
  const [grant, setGrant] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const firstEvent = useRef<HTMLInputElement>(null);

  function change(next: TypedGrant) {
    setGrant(next);
    setMissing(false);
  }

  function checked() {
    const told = grantOf(grant);
    setMissing(told === null);
    if (told === null) firstEvent.current?.focus();
    return told;
  }
  return { fields: { grant, isMissing, firstEvent, onChange: change }, checked };
}

/** The choice of a role, and of the events for which it holds. */
export function GrantFields({ grant, isMissing, firstEvent, onChange }: GrantFieldsProps) {
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium text-muted">{membersTexts.grant.role}</legend>
        <div className="grid gap-1 rounded-card bg-sunken p-1">
          {MEMBER_ROLES.toReversed().map((one) => (
            <RadioOption
              key={one}
              name="role"
              value={one}
              checked={one === grant.role}
              onChoose={() => onChange({ ...grant, role: one })}
              className="touch-pad justify-items-start rounded-field px-4 py-2"
            >
              <span className="font-semibold">{membersTexts.roles[one]}</span>
              <span className="text-sm text-pretty">{membersTexts.may[one]}</span>
            </RadioOption>
          ))}
        </div>
      </fieldset>
      {hasChosenEvents(grant.role) && (
        <EventChoice
          eventIds={grant.eventIds}
          isMissing={isMissing}
          first={firstEvent}
          onChange={(eventIds) => onChange({ ...grant, eventIds })}
        />
      )}
    </>
  );
}

interface EventChoiceProps extends Pick<GrantFieldsProps, 'isMissing'> {
  eventIds: readonly string[];
  first: Ref<HTMLInputElement>;
  onChange: (eventIds: readonly string[]) => void;
}

function EventChoice({ eventIds, isMissing, first, onChange }: EventChoiceProps) {
  const { data } = useQuery(EVENTS_QUERY);
  const events = data ?? [];
  const words = membersTexts.grant;
  const errorId = useId();
  return (
    <fieldset aria-describedby={isMissing ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-muted">{words.events}</legend>
      {data?.length === 0 && <p>{words.noEvents}</p>}
      <div className="grid max-h-[40dvh] grid-cols-[minmax(0,1fr)] overflow-y-auto px-1">
        <CheckList
          first={first}
          options={events.map(({ eventId, eventName }) => ({ id: eventId, text: eventName }))}
          chosen={eventIds}
          onChange={onChange}
        />
      </div>
      {isMissing && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-bad">
          {words.eventsMissing}
        </p>
      )}
    </fieldset>
  );
}
