import { Plate, timeWords } from '../../evacuation/target-words';
import { type RunningEvent, useElapsed } from '../running-events';
import { wallWords } from './wall-words';

interface WallElapsedProps extends Pick<RunningEvent, 'evacuation' | 'people'> {
  /** Whether the time fits beside the plate that says by how much the target is exceeded. */
  hasRoom: boolean;
}

/** The time against the target, short enough for the wall: nothing else of its line may shrink for it. */
export function WallElapsed({ hasRoom, ...running }: WallElapsedProps) {
  const time = useElapsed(running);
  if (time.over === null) return <span className="wall-fixed">{timeWords(time)}</span>;
  return (
    <>
      {hasRoom && <span className="wall-fixed">{time.took}</span>}
      <Plate>{wallWords.overTarget(time.over)}</Plate>
    </>
  );
}
