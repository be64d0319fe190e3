import type { Area } from '../../../../../src/shared/schemas/area';
import { dialogTexts } from '../../../texts/dialog-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { useCopy } from '../../../ui/clipboard/use-copy';
import { Dialog } from '../../../ui/overlays/dialog';
import { usePublicOrigin } from '../../../urls/public-origin';

export interface MachineDialogProps {
  eventId: string;
  area: Area;
  onClose: () => void;
}

/** Shows what a script or a machine needs besides a key to count in an area. */
export function MachineDialog({ eventId, area, onClose }: MachineDialogProps) {
  const words = dialogTexts.areaDialogs.machine;
  return (
    <Dialog onClose={onClose} title={words.title} description={words.lead(area.areaName)}>
      <MachineLines eventId={eventId} areaId={area.areaId} />
      <p className="mt-3 text-muted text-pretty">{words.key}</p>
      <Button onClick={onClose} className="mt-4 w-full">
        {texts.common.close}
      </Button>
    </Dialog>
  );
}

export interface MachineLinesProps {
  eventId: string;
  areaId: string;
}

/** The lines with which docs/integrations.md begins, and a button to copy them. */
export function MachineLines({ eventId, areaId }: MachineLinesProps) {
  const words = dialogTexts.areaDialogs.machine;
  const origin = usePublicOrigin();
  const { copied, copy } = useCopy(words.copyFailed);
  const lines = [`HEADROOM=${origin}`, `EVENT=${eventId}`, `AREA=${areaId}`].join('\n');
  return (
    <div className="grid gap-3">
      <p className="rounded-field bg-sunken px-4 py-3 font-mono text-xs break-all whitespace-pre-line sm:text-sm select-all">
        {lines}
      </p>
      <output className="sr-only">{copied && words.copied}</output>
      <Button variant="quiet" onClick={() => void copy(`${lines}\n`)} className="justify-self-start">
        {copied ? words.copied : words.copy}
      </Button>
    </div>
  );
}
