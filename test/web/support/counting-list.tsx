import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { vi } from 'vitest';
import type { Area } from '../../../src/shared/schemas/area';
import { AreaList, type AreaListProps } from '../../../web/src/features/counting/areas/area-list';
import { StepPads } from '../../../web/src/features/counting/pads/step-pads';
import { WithoutLooking } from '../../../web/src/features/feedback/without-looking';

const noop = () => undefined;

/** A list that counts by itself, as a room does. Returns its taps and functions to change its areas and its props. */
export function countIn(first: readonly Area[], props: Partial<AreaListProps> = {}) {
  const onTap = vi.fn<(areaId: string, change: number, category?: string) => void>();
  const list: { set: (areas: readonly Area[]) => void } = { set: noop };

  function List(more: Partial<AreaListProps>) {
    const [areas, set] = useState(first);
    useEffect(() => void Object.assign(list, { set }), []);
    const [tap] = useState(() => (areaId: string, people: number, category?: string) => {
      onTap(areaId, people, ...(category === undefined ? [] : [category]));
      set((now) =>
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
          MorePads={StepPads}
          {...more}
        />
        <WithoutLooking areas={areas} wholeAreaId={null} locked={false} {...more} />
      </>
    );
  }
  const { rerender, unmount } = render(<List {...props} />);
  return {
    onTap,
    setAreas: (areas: readonly Area[]) => list.set(areas),
    change: (more: Partial<AreaListProps>) => rerender(<List {...props} {...more} />),
    unmount,
  };
}

export const pad = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const plus = (name = 'Main Stage') => pad(`Add one to ${name}`);
export const minus = (name = 'Main Stage') => pad(`Remove one from ${name}`);

let finger = 0;
/** Taps with one finger, down and up. */
export function tapOn(target: Element): void {
  finger += 1;
  fireEvent.pointerDown(target, { pointerId: finger, clientX: 0, clientY: 0 });
  fireEvent.pointerUp(target, { pointerId: finger, clientX: 0, clientY: 0 });
}
