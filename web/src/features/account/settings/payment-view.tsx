import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { texts } from '../../../lib/texts';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';
import { openCardSetup, useBillingDetails } from '../account-api';

const PaymentForm = lazy(async () => ({ default: (await import('../payment/payment-form')).PaymentForm }));

/** Step 2. Without a provider of payments the server opens no card setup, and there is no form to show. */
export function PaymentView({ onSaved }: { onSaved: () => void }) {
  const region = useRef<HTMLDivElement>(null);
  const details = useBillingDetails().data;
  // A card setup is for one card: each visit opens its own, and none is opened while the form is being filled in.
  const setup = useQuery({
    queryKey: ['card-setup'],
    queryFn: openCardSetup,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  function tryAgain() {
    // The button goes, and the focus would go with it.
    region.current?.focus();
    void setup.refetch();
  }

  const loading = <Spinner label={texts.paymentStep.loading} />;
  return (
    <div ref={region} tabIndex={-1} className="grid min-h-48 content-center gap-4 outline-none">
      {setup.isFetching && loading}
      {setup.isError && !setup.isFetching && (
        <>
          <Notice tone="bad">{texts.paymentStep.loadFailed}</Notice>
          <Button variant="quiet" onClick={tryAgain}>
            {texts.common.tryAgain}
          </Button>
        </>
      )}
      {setup.isSuccess && !setup.isFetching && details && (
        <Suspense fallback={loading}>
          <PaymentForm {...setup.data} details={details} onSaved={onSaved} />
        </Suspense>
      )}
    </div>
  );
}
