import { Button } from '../button';
import { DialogActions } from '../overlays/dialog-actions';
import { useCopy } from './use-copy';

export interface CopiedSecretProps {
  /** A secret that is shown only once. */
  secret: string;
  words: { copy: string; copied: string; done: string };
  /** The toast after a failed copy. */
  failedText: string;
  onDone: () => void;
}

/** Shows a secret once, with buttons that copy it and put it away. */
export function CopiedSecret({ secret, words, failedText, onDone }: CopiedSecretProps) {
  const { copied, copy } = useCopy(failedText);
  return (
    <>
      <p className="rounded-field bg-sunken px-4 py-3 font-mono text-sm break-all select-all">{secret}</p>
      <output className="sr-only">{copied && words.copied}</output>
      <DialogActions>
        <Button variant="quiet" onClick={() => void copy(secret)}>
          {copied ? words.copied : words.copy}
        </Button>
        <Button onClick={onDone}>{words.done}</Button>
      </DialogActions>
    </>
  );
}
