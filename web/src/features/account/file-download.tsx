import { fetchFile } from '../../api/fetch-file';
import { Button, type ButtonProps } from '../../ui/button';
import { useDownload } from '../../ui/download/use-download';
import { Download } from '../../ui/icons/account';
import { Notice } from '../../ui/notice';

interface FileDownloadProps extends Pick<ButtonProps, 'variant' | 'className'> {
  /** The call that answers with the file. */
  path: string;
  words: {
    readonly download: string;
    readonly running: string;
    readonly done: (fileName: string) => string;
    readonly failed: string;
  };
}

/** A button that downloads a file, and what became of it. */
export function FileDownload({ path, words, ...props }: FileDownloadProps) {
  const { state, start } = useDownload<null>(() => words.failed);
  const isRunning = state.type === 'running';
  return (
    <>
      {state.type === 'done' && <Notice tone="good">{words.done(state.fileName)}</Notice>}
      {state.type === 'failed' && <Notice tone="bad">{state.message}</Notice>}
      <Button {...props} busy={isRunning} onClick={() => void start(null, ({ signal }) => fetchFile(path, { signal }))}>
        <Download size={20} />
        {isRunning ? words.running : words.download}
      </Button>
    </>
  );
}
