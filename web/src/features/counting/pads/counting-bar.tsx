import { clsx } from 'clsx';
import { changeDevice, useDevice } from '../../../device/device';
import { rowsFor } from '../../../device/hand';
import { texts } from '../../../texts/app-texts';
import { Button, IconButton } from '../../../ui/button';
import { EllipsisVertical, LockKeyhole } from '../../../ui/icons/counting';
import { isStrayPress } from '../press/use-press';
import { UndoButton, type UndoButtonProps } from './undo-button';

export interface CountingBarProps extends UndoButtonProps {
  /** Whether the user counts. Otherwise the bar has only the button that opens the sheet. */
  mayCount: boolean;
  /** Whether the bar has a switch that shows or hides the pads for groups and transfers. */
  hasMorePadsSwitch: boolean;
  onLock: () => void;
  /** Opens the sheet with everything else; undefined if the page shows everything. */
  onMenu: (() => void) | undefined;
}

/** The tools for counting besides the pads. Undo is away from the counting thumb, in the column of the small pads. */
export function CountingBar({ mayCount, hasMorePadsSwitch, onLock, onMenu, ...undo }: CountingBarProps) {
  const { morePads, hand } = useDevice();
  return (
    <section
      aria-label={texts.count.tools}
      className={clsx(
        'mx-auto flex max-w-lg items-center gap-1 rounded-card @max-[15rem]:flex-wrap @max-[15rem]:justify-end border border-line bg-raised p-1.5 shadow-lift short:w-22 short:flex-col short:gap-0 short:overflow-y-auto short:p-1',
        rowsFor(hand) === 'left' && 'flex-row-reverse',
        !mayCount && 'justify-end',
      )}
    >
      {mayCount && <UndoButton {...undo} />}
      {mayCount && hasMorePadsSwitch && (
        <Button
          variant={morePads ? 'quiet' : 'plain'}
          aria-pressed={morePads}
          title={texts.count.morePadsHint}
          onClick={() => changeDevice({ morePads: !morePads })}
          className="shrink-0 rounded-pad px-2.5! whitespace-nowrap @max-[15rem]:min-h-[48px] short:h-12 short:min-h-11 short:w-full short:shrink short:px-1! short:text-sm tabular-nums"
        >
          <span className="grid text-sm leading-tight">
            {texts.count.morePads} <span>{texts.count.morePadsToo}</span>
          </span>{' '}
          <span className="sr-only">{texts.count.morePadsHint}</span>
        </Button>
      )}
      {mayCount && (
        <IconButton
          label={texts.count.lock}
          onClick={onLock}
          className="size-12! @max-[15rem]:size-[48px]! short:min-h-11 short:w-full! short:shrink!"
        >
          <LockKeyhole size={20} />
        </IconButton>
      )}
      {onMenu && (
        <IconButton
          label={texts.count.menu}
          aria-haspopup="dialog"
          onClick={(event) => isStrayPress(event) || onMenu()}
          className="size-12! @max-[15rem]:size-[48px]! short:min-h-11 short:w-full! short:shrink!"
        >
          <EllipsisVertical size={20} />
        </IconButton>
      )}
    </section>
  );
}
