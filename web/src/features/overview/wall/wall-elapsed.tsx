import { clsx } from 'clsx';
import { Plate, timeWords } from '../../evacuation/target-words';
import { type RunningEvent, useElapsed } from '../running-events';
import { wallTexts } from '../../../texts/wall-texts';

type Running = Pick<RunningEvent, 'evacuation' | 'people'>;

interface WallElapsedProps extends Running {
  /** What fits: the time against the target, that or the plate that says by how much it is exceeded, or the time. */
  fits: 'all' | 'one' | 'time';
}

/** The time against the target, short enough for the wall: nothing else of its line may shrink for it. */
export function WallElapsed({ fits, ...running }: WallElapsedProps) {
  const time = useElapsed(running);
  const over = fits === 'time' ? null : time.over;
  if (over === null) return <span className="wall-fixed">{fits === 'time' ? time.took : timeWords(time)}</span>;
  return (
    <>
      {fits === 'all' && <span className="wall-fixed">{time.took}</span>}
      <Plate>{wallTexts.overTarget(over)}</Plate>
    </>
  );
}

/** The target, and by how much it is exceeded, in words; for the note of a tile whose line has room for the time alone. */
export function WallTarget(running: Running) {
  const { target, over } = useElapsed(running);
  if (target === null) return null;
  return (
    <strong className={clsx('wall-running', over !== null && 'wall-bad')}>
      {over === null ? wallTexts.target(target) : wallTexts.overTarget(over)}
    </strong>
  );
}
