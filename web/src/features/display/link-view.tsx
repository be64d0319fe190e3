import { useState } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import { dialogTexts } from '../../texts/dialog-texts';
import { usePublicOrigin } from '../../urls/public-origin';
import { Button, buttonClass } from '../../ui/button';
import { ExternalLink } from '../../ui/icons/display';
import { LinkPanel } from '../../ui/overlays/link-panel';
import { SelectField } from '../../ui/forms/select-field';
import { paths } from '../../urls/paths';

export interface LinkViewProps {
  token: string;
  eventName: string;
  areas: readonly Area[];
  onReplace: () => void;
  onRevoke: () => void;
}

export function LinkView({ token, eventName, areas, onReplace, onRevoke }: LinkViewProps) {
  const [areaId, setAreaId] = useState('');
  const link = displayLink(token, areaId, usePublicOrigin());
  return (
    <div className="grid gap-4">
      {areas.length > 1 && (
        <SelectField
          label={dialogTexts.displayLink.shows}
          placeholder={dialogTexts.displayLink.whole}
          options={areas.map((area) => ({ value: area.areaId, text: area.areaName }))}
          value={areaId}
          onChange={({ target }) => setAreaId(target.value)}
        />
      )}
      <LinkPanel link={link} title={eventName} />
      <a href={link} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
        <ExternalLink size={18} />
        {dialogTexts.displayLink.open}
      </a>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 *:px-3">
        <Button variant="plain" onClick={onReplace}>
          {dialogTexts.displayLink.replace}
        </Button>
        <Button variant="plain" onClick={onRevoke}>
          {dialogTexts.displayLink.revoke}
        </Button>
      </div>
    </div>
  );
}

/** Returns the display's link for one area, or for the whole venue if `areaId` is ''. */
function displayLink(token: string, areaId: string, origin: string): string {
  const link = `${origin}${paths.display.replace(':token', encodeURIComponent(token))}`;
  return areaId === '' ? link : `${link}?area=${encodeURIComponent(areaId)}`;
}
