import { assertNever } from '../../../../../src/shared/assert-never';
import { checkAreaName } from '../../../../../src/shared/rules/names';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Event } from '../../../../../src/shared/schemas/event';
import { ownMessage } from '../../../api/api-client';
import { formatCount } from '../../../texts/format';
import { dialogTexts } from '../../../texts/dialog-texts';
import { texts } from '../../../texts/texts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { FieldDialog } from '../../../ui/forms/field-dialog';
import { ShareDialog } from '../../join/share-dialog';
import type { AreaAction } from '../areas/area-menu';
import { NO_CATEGORIES } from '../categories/active-categories';
import { deleteArea, resetArea, updateArea } from '../areas/areas-api';
import { CapacityDialog } from './capacity-dialog';
import { MachineDialog } from './machine-dialog';
import { RecountDialog } from './recount-dialog';

export interface AreaDialogProps {
  action: AreaAction;
  event: Event;
  area: Area;
  onClose: () => void;
  /** Reloads the areas. The dialog closes after that. */
  onChanged: () => Promise<void>;
}

/** A failed reset is only logged. */
function logReset(failure: unknown): null {
  console.warn('The area could not be reset', failure);
  return null;
}

/** The dialogs of an area's options menu. */
export function AreaDialog({ action, event, area, onClose, onChanged }: AreaDialogProps) {
  const { areaId, areaName, currentOccupancy, mayBeLowBy = 0 } = area;
  switch (action) {
    case 'rename':
      return (
        <FieldDialog
          title={dialogTexts.areaDialogs.rename}
          field={{ label: dialogTexts.areaDialogs.name, placeholder: dialogTexts.areaDialogs.namePlaceholder }}
          initial={areaName}
          submitText={texts.common.save}
          busyText={texts.common.saving}
          check={checkAreaName}
          onSave={(name) => updateArea(areaId, { areaName: name }).then(onChanged)}
          onClose={onClose}
        />
      );
    case 'capacity':
      return <CapacityDialog eventId={event.eventId} area={area} onClose={onClose} onChanged={onChanged} />;
    case 'recount':
      return (
        <RecountDialog
          eventId={event.eventId}
          area={area}
          categories={event.categories ?? NO_CATEGORIES}
          onClose={onClose}
          onChanged={onChanged}
        />
      );
    case 'share':
      return <ShareDialog event={event} area={area} onClose={onClose} />;
    case 'machine':
      return <MachineDialog eventId={event.eventId} area={area} onClose={onClose} />;
    case 'reset':
      return (
        <ConfirmDialog
          title={dialogTexts.areaDialogs.reset}
          subject={areaName}
          description={[
            currentOccupancy === 0
              ? dialogTexts.areaDialogs.resetAtZero
              : dialogTexts.areaDialogs.resetWarning(formatCount(currentOccupancy)),
            ...(mayBeLowBy > 0 ? [dialogTexts.areaDialogs.resetInDoubt(formatCount(mayBeLowBy))] : []),
          ].join(' ')}
          confirmText={dialogTexts.areaDialogs.resetConfirm}
          busyText={texts.common.resetting}
          onConfirm={() => resetArea(areaId).then(onChanged)}
          failed={logReset}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={dialogTexts.areaDialogs.delete}
          subject={areaName}
          description={dialogTexts.areaDialogs.deleteWarning}
          confirmText={dialogTexts.areaDialogs.delete}
          busyText={texts.common.deleting}
          onConfirm={() => deleteArea(areaId).then(onChanged)}
          failed={(failure) => dialogTexts.areaDialogs.deleteFailed(ownMessage(failure, texts.common.saveFailed))}
          onClose={onClose}
        />
      );
    default:
      return assertNever(action);
  }
}
