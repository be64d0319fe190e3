import { useQuery } from '@tanstack/react-query';
import { type Made, MadeListSchema, type MadeRef } from '../../../../../src/shared/members/schemas';
import { callApi } from '../../../api/api-client';
import { membersTexts } from '../../../texts/members-texts';
import { CheckList } from '../../../ui/forms/check-list';
import { Loaded } from '../../../ui/loaded';
import { type Member, memberPath } from './members-api';

/** Returns what it is and what it is for: 'API key “Turnstile”, Harbor Night'. */
const nameOf = ({ kind, name, eventName }: Made): string =>
  [membersTexts.made.kinds[kind](name ?? ''), eventName].filter(Boolean).join(', ');

const keyOf = ({ kind, id }: MadeRef): string => `${kind} ${id}`;

interface MadeChoiceProps {
  member: Member;
  /** A kind that ends in any case. */
  without?: Made['kind'];
  /** What is to end. */
  ends: readonly MadeRef[];
  onChange: (ends: readonly MadeRef[]) => void;
}

/** Shows what a member has made that goes on working without the member, and lets an owner choose what of it ends. */
export function MadeChoice({ member, without, ends, onChange }: MadeChoiceProps) {
  const query = useQuery({
    queryKey: ['members', 'made', member.personId],
    queryFn: ({ signal }) => callApi(`${memberPath(member)}/made`, MadeListSchema, { signal }),
    staleTime: 0,
  });
  const words = membersTexts.made;
  return (
    <Loaded isPart query={query} failedText={words.loadFailed}>
      {({ made: all }) => {
        const made = all.filter(({ kind }) => kind !== without);
        if (made.length === 0) return null;
        return (
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium text-muted">{words.ends}</legend>
            <div className="grid max-h-[40dvh] grid-cols-[minmax(0,1fr)] overflow-y-auto px-1">
              <CheckList
                options={made.map((one) => ({ id: keyOf(one), text: nameOf(one) }))}
                chosen={ends.map(keyOf)}
                onChange={(chosen) =>
                  onChange(made.filter((one) => chosen.includes(keyOf(one))).map(({ kind, id }) => ({ kind, id })))
                }
              />
            </div>
          </fieldset>
        );
      }}
    </Loaded>
  );
}
