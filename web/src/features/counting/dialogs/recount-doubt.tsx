import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
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
  /** The form, which stays as it is when the doubt ends. */
  children: ReactNode;
}

/** Says above a recount how many people may be missing and that the recount ends it, and below it by which machines, and what else does. */
export function RecountDoubt({ eventId, area: { areaId, mayBeLowBy = 0 }, children }: RecountDoubtProps) {
  const {
    data: machines,
    isError,
    refetch,
  } = useQuery({
    ...doubtedMachinesQuery(eventId, areaId),
    enabled: mayBeLowBy > 0,
  });
  const isLow = mayBeLowBy > 0;
  const words = dialogTexts.doubt;
  const people = formatCount(mayBeLowBy);
  const known = machines?.length ?? 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isLow && (
        <p className="text-[0.9375rem]">
          <strong className="font-semibold">
            {known > 0 ? words.machines(known, formatCount(known), people) : words.unknownMachines(people)}
          </strong>{' '}
          {words.recountEnds}
        </p>
      )}
      {children}
      {isLow && isError && <p className="text-sm text-muted">{words.loadFailed}</p>}
      {isLow &&
        machines?.map((machine) => (
          <Machine
            key={machine.sourceId}
            eventId={eventId}
            machine={machine}
            onSettled={async () => {
              await refetch();
            }}
          />
        ))}
    </div>
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
      <SettleDoubt eventId={eventId} sourceId={sourceId} people={people} describedBy={id} onSettled={onSettled} />
    </div>
  );
}
