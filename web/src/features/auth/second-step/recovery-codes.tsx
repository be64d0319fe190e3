import { useEffect, useRef } from 'react';
import { secondStepTexts } from '../../../texts/second-step-texts';
import { Button } from '../../../ui/button';
import { useCopy } from '../../../ui/clipboard/use-copy';
import { saveFile } from '../../../ui/download/use-download';
import { DialogActions } from '../../../ui/overlays/dialog-actions';

export interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { recovery } = secondStepTexts;
  const heading = useRef<HTMLHeadingElement>(null);
  const { copied, copy } = useCopy(secondStepTexts.copyFailed);
  const text = codes.join('\n');
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {recovery.title}
      </h2>
      <p className="text-pretty">{recovery.lead}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-field bg-sunken px-4 py-3 font-mono select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <output className="sr-only">{copied && recovery.copied}</output>
      <DialogActions>
        <Button variant="quiet" onClick={() => void copy(text)}>
          {copied ? recovery.copied : recovery.copy}
        </Button>
        <Button
          variant="quiet"
          onClick={() => saveFile(new File([`${text}\n`], recovery.fileName, { type: 'text/plain' }))}
        >
          {recovery.download}
        </Button>
        <Button onClick={onDone}>{recovery.done}</Button>
      </DialogActions>
    </div>
  );
}
