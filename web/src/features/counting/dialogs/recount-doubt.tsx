import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { machineSentence } from '../../../texts/machine-trouble';
import { type DoubtedMachine, doubtedMachinesQuery } from './doubts-api';
import { SettleDoubt } from './settle-doubt';

interface RecountDoubtProps {
  eventId: string;
  /** The live area: the doubt is gone when it is settled. */
  area: Pick<Area, 'areaId' | 'mayBeLowBy'>;
}

/** Says in a recount how many people may be missing by which machines, that the recount ends it, and what else does. */
export function RecountDoubt({ eventId, area: { areaId, mayBeLowBy = 0 } }: RecountDoubtProps) {
  const { data: machines, isError, refetch } = useQuery({
    ...doubtedMachinesQuery(eventId, areaId),
    enabled: mayBeLowBy > 0,
  });
  if (mayBeLowBy === 0) return null;
  const words = dialogTexts.doubt;
  const people = formatCount(mayBeLowBy);
  const known = machines?.length ?? 0;
  return (
    <section aria-label={words.recountEnds} className="grid gap-2.5">
      <p className="text-[0.9375rem]">
        <strong className="font-semibold">
          {known > 0 ? words.machines(known, formatCount(known), people) : words.unknownMachines(people)}
        </strong>{' '}
        {words.recountEnds}
      </p>
      {isError && <p className="text-sm text-muted">{words.loadFailed}</p>}
      {machines?.map((machine) => (
        <Machine
          key={machine.sourceId}
          eventId={eventId}
          machine={machine}
          onSettled={async () => {
            await refetch();
          }}
        />
      ))}
    </section>
  );
}

interface MachineProps {
  eventId: string;
  machine: DoubtedMachine;
  onSettled: () => Promise<void>;
}

function Machine({ eventId, machine: { sourceId, name, people }, onSettled }: MachineProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm font-semibold wrap-anywhere">
        {machineSentence(name, { kind: 'doubt', people })}
      </p>
      <SettleDoubt eventId={eventId} sourceId={sourceId} describedBy={id} onSettled={onSettled} />
    </div>
  );
}
