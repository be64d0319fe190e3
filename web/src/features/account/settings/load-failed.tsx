import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';

export interface LoadFailedProps {
  text: string;
  onRetry: () => void;
}

/** Says what could not be loaded, with a button to try again. */
export function LoadFailed({ text, onRetry }: LoadFailedProps) {
  return (
    <>
      <Notice tone="bad">{text}</Notice>
      <Button variant="quiet" onClick={onRetry}>
        {texts.common.tryAgain}
      </Button>
    </>
  );
}
