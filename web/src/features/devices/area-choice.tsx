import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { texts } from '../../texts/app-texts';
import { changeDevice, doorAreaIn, doorsWith, readDevice } from '../../device/device';
import { dialogTexts } from '../../texts/dialog-texts';
import { withParam } from '../../urls/search';
import { useRoom } from '../../realtime/hooks';
import { SelectField } from '../../ui/forms/select-field';

const PARAMETER = 'area';

/**
 * The choice of the area in which this device counts, for one event. Returns the field and a function that saves the
 * choice.
 */
export function useAreaChoice(eventId: string): { field: ReactNode; saveArea: () => void } {
  const { areas } = useRoom(eventId).snapshot;
  const [kept] = useState(() => doorAreaIn(readDevice(), eventId));
  const [chosen, choose] = useState(kept);
  const location = useLocation();
  const navigate = useNavigate();
  const shown = areas?.find(({ areaId }) => areaId === chosen)?.areaId ?? null;

  function saveArea() {
    if (areas === null || shown === kept) return;
    changeDevice({ doors: doorsWith(eventId, shown) });
    // If another area is on the whole screen, open the chosen area instead. Otherwise nobody would see the change.
    const search = new URLSearchParams(location.search);
    if (shown === null || !search.has(PARAMETER)) return;
    void navigate({ search: `?${withParam(search, PARAMETER, shown)}` }, { replace: true, state: location.state });
  }

  const field = areas !== null && (
    <SelectField
      label={dialogTexts.deviceForm.area}
      placeholder={texts.count.allAreas}
      options={areas.map(({ areaId, areaName }) => ({ value: areaId, text: areaName }))}
      value={shown ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : target.value)}
    />
  );
  return { field, saveArea };
}
