import { fetchFile } from '../../../api/fetch-file';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { useDownload } from '../../../ui/download/use-download';
import { Download } from '../../../ui/icons/account';
import { Notice } from '../../../ui/notice';

/** Downloads the data of the account as one file. */
export function OwnData() {
  const { ownData } = settingsTexts;
  const { state, start } = useDownload<null>(() => settingsTexts.ownData.failed);
  const isRunning = state.type === 'running';
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{ownData.text}</p>
      <p className="text-muted text-pretty">{ownData.format}</p>
      <p className="text-muted text-pretty">{ownData.elsewhere}</p>
      {state.type === 'done' && <Notice tone="good">{ownData.done(state.fileName)}</Notice>}
      {state.type === 'failed' && <Notice tone="bad">{state.message}</Notice>}
      <Button
        busy={isRunning}
        onClick={() => void start(null, ({ signal }) => fetchFile('/api/users/export', { signal }))}
        className="mt-3 sm:justify-self-start"
      >
        <Download size={20} />
        {isRunning ? ownData.running : ownData.download}
      </Button>
    </div>
  );
}
