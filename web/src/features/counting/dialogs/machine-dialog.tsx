import type { Area } from '../../../../../src/shared/schemas/area';
import { dialogTexts } from '../../../texts/dialog-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { useCopy } from '../../../ui/clipboard/use-copy';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { usePublicOrigin } from '../../../urls/public-origin';

export interface MachineDialogProps {
  eventId: string;
  area: Area;
  onClose: () => void;
}

/** Shows what a script or a machine needs besides a key to count in an area, as the lines with which docs/integrations.md begins. */
export function MachineDialog({ eventId, area, onClose }: MachineDialogProps) {
  const words = dialogTexts.areaDialogs.machine;
  const origin = usePublicOrigin();
  const { copied, copy } = useCopy(words.copyFailed);
  const lines = [`HEADROOM=${origin}`, `EVENT=${eventId}`, `AREA=${area.areaId}`].join('\n');
  return (
    <Dialog onClose={onClose} title={words.title} description={words.lead(area.areaName)}>
      <p className="rounded-field bg-sunken px-4 py-3 font-mono text-xs break-all whitespace-pre-line sm:text-sm select-all">
        {lines}
      </p>
      <p className="mt-3 text-muted text-pretty">{words.key}</p>
      <output className="sr-only">{copied && words.copied}</output>
      <DialogActions>
        <Button variant="quiet" onClick={() => void copy(`${lines}\n`)}>
          {copied ? words.copied : words.copy}
        </Button>
        <Button onClick={onClose}>{texts.common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
