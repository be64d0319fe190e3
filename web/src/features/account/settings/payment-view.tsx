import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { texts } from '../../../lib/texts';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';
import { createSetupIntent } from '../account-api';

/** Step 2. Without a provider of payments the server opens no card setup, and there is no form to show. */
export function PaymentView() {
  const region = useRef<HTMLDivElement>(null);
  const setup = useQuery({ queryKey: ['setup-intent'], queryFn: createSetupIntent, retry: false, gcTime: 0 });

  function tryAgain() {
    // The button goes, and the focus would go with it.
    region.current?.focus();
    void setup.refetch();
  }

  return (
    <div ref={region} tabIndex={-1} className="grid min-h-48 content-center gap-4 outline-none">
      {setup.isFetching ? (
        <Spinner label={texts.paymentStep.loading} />
      ) : (
        <>
          <Notice tone="bad">{texts.paymentStep.loadFailed}</Notice>
          <Button variant="quiet" onClick={tryAgain}>
            {texts.common.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
}
