import { Plate, timeWords } from '../../evacuation/target-words';
import { type RunningEvent, useElapsed } from '../running-events';
import { wallWords } from './wall-words';

interface WallElapsedProps extends Pick<RunningEvent, 'evacuation' | 'people'> {
  /** How much fits beside the plate that says by how much the target is exceeded: all, the time alone, or nothing. */
  beside: 'all' | 'time' | 'nothing';
}

/** The time against the target, short enough for the wall: nothing else of its line may shrink for it. */
export function WallElapsed({ beside, ...running }: WallElapsedProps) {
  const time = useElapsed(running);
  if (time.over === null) return <span className="wall-fixed">{timeWords(time)}</span>;
  return (
    <>
      {beside !== 'nothing' && <span className="wall-fixed">{beside === 'all' ? timeWords(time) : time.took}</span>}
      <Plate>{wallWords.overTarget(time.over)}</Plate>
    </>
  );
}
