import { useQuery } from '@tanstack/react-query';
import { type Made, MadeListSchema, type MadeRef } from '../../../../../src/shared/members/schemas';
import { callApi } from '../../../api/api-client';
import { membersTexts } from '../../../texts/members-texts';
import { CheckField } from '../../../ui/forms/check-field';
import { Loaded } from '../../../ui/loaded';
import { type Member, memberPath } from './members-api';

/** Returns what it is and what it is for: 'API key “Turnstile”, Harbor Night'. */
const nameOf = ({ kind, name, eventName }: Made): string =>
  [membersTexts.made.kinds[kind](name ?? ''), eventName].filter(Boolean).join(', ');

const isSame = (a: MadeRef, b: MadeRef): boolean => a.kind === b.kind && a.id === b.id;

interface MadeChoiceProps {
  member: Member;
  /** What is to end. */
  ends: readonly MadeRef[];
  onChange: (ends: readonly MadeRef[]) => void;
}

/** Shows what a member has made that goes on working without the member, and lets an owner choose what of it ends. */
export function MadeChoice({ member, ends, onChange }: MadeChoiceProps) {
  const query = useQuery({
    queryKey: ['members', 'made', member.personId],
    queryFn: ({ signal }) => callApi(`${memberPath(member)}/made`, MadeListSchema, { signal }),
    staleTime: 0,
  });
  const words = membersTexts.made;
  return (
    <Loaded isPart query={query} failedText={words.loadFailed}>
      {({ made }) =>
        made.length > 0 && (
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium text-muted">{words.ends}</legend>
            <div className="grid max-h-[40dvh] grid-cols-[minmax(0,1fr)] overflow-y-auto px-1">
              {made.map(({ kind, id, ...more }) => (
                <CheckField
                  key={`${kind} ${id}`}
                  label={nameOf({ kind, id, ...more })}
                  checked={ends.some((one) => isSame(one, { kind, id }))}
                  onChange={(isOn) =>
                    onChange(isOn ? [...ends, { kind, id }] : ends.filter((one) => !isSame(one, { kind, id })))
                  }
                />
              ))}
            </div>
          </fieldset>
        )
      }
    </Loaded>
  );
}
