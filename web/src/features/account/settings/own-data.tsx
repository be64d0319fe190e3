import { settingsTexts } from '../../../texts/settings-texts';
import { FileDownload } from '../file-download';

/** Downloads the data of the account as one file. */
export function OwnData() {
  const { ownData } = settingsTexts;
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{ownData.text}</p>
      <p className="text-muted text-pretty">{ownData.format}</p>
      <p className="text-muted text-pretty">{ownData.elsewhere}</p>
      <FileDownload path="/api/users/export" words={ownData} className="mt-3 sm:justify-self-start" />
    </div>
  );
}
