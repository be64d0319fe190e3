import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { vi } from 'vitest';
import type { Area } from '../../../src/shared/schemas/area';
import { AreaList, type AreaListProps } from '../../../web/src/features/areas/area-list';
import { MorePads } from '../../../web/src/features/areas/more-pads';
import { WithoutLooking } from '../../../web/src/features/feedback/without-looking';
import { changeDevice } from '../../../web/src/lib/device';
import { AS_NEW } from './counting-screen';

/** As nobody has set it up. */
export const asNew = () => changeDevice({ ...AS_NEW, feedback: undefined, sayCount: undefined, remote: null });

const noop = () => undefined;

/** A list that counts by itself, as a room does. Returns its taps, and what others do to its areas. */
export function countIn(first: readonly Area[], props: Partial<AreaListProps> = {}) {
  const onTap = vi.fn<(areaId: string, change: number) => void>();
  const list: { change: (next: (areas: readonly Area[]) => readonly Area[]) => void } = { change: noop };

  function List(more: Partial<AreaListProps>) {
    const [areas, setAreas] = useState(first);
    useEffect(() => void Object.assign(list, { change: setAreas }), []);
    const [tap] = useState(() => (areaId: string, people: number) => {
      onTap(areaId, people);
      setAreas((now) =>
        now.map((held) =>
          held.areaId === areaId ? { ...held, currentOccupancy: Math.max(0, held.currentOccupancy + people) } : held,
        ),
      );
    });
    return (
      <>
        <AreaList
          areas={areas}
          loadFailed={false}
          locked={false}
          live
          onTap={tap}
          onTransfer={noop}
          onRetry={noop}
          MorePads={MorePads}
          {...more}
        />
        <WithoutLooking areas={areas} wholeAreaId={null} locked={false} {...more} />
      </>
    );
  }
  render(<List {...props} />);
  return {
    onTap,
    setAreas: (areas: readonly Area[]) => list.change(() => areas),
  };
}

export const pad = (name: string) => screen.getByRole('button', { name });

let finger = 0;
/** One finger, down and up. */
export function tapOn(target: Element): void {
  finger += 1;
  fireEvent.pointerDown(target, { pointerId: finger, clientX: 0, clientY: 0 });
  fireEvent.pointerUp(target, { pointerId: finger, clientX: 0, clientY: 0 });
}
