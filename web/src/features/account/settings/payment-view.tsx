import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';
import { isBillingOff, openCardSetup, useBillingDetails } from '../account-api';
import { RetryNotice } from '../../../ui/load-failed';

/** Loads the form's code and opens a card setup. The form needs both. */
async function openForm({ signal }: { signal: AbortSignal }) {
  const [{ PaymentForm }, setup] = await Promise.all([import('../payment/payment-form'), openCardSetup({ signal })]);
  return { PaymentForm, setup };
}

export interface PaymentViewProps {
  /** The server has attached the card to the account. */
  onSaved: () => void;
  /** Called when the view can close: the card is saved and the form is still open, or billing is off. */
  onDone: () => void;
}

/**
 * Step 2 of saving a card. When billing is off, the server opens no card setup: no form is shown, and no retry is
 * offered.
 */
export function PaymentView({ onSaved, onDone }: PaymentViewProps) {
  const region = useRef<HTMLDivElement>(null);
  const details = useBillingDetails().data;
  // A card setup is for one card. Each visit opens its own setup, and no other is opened while somebody fills in the
  // form.
  const form = useQuery({
    queryKey: ['card-setup'],
    queryFn: openForm,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  function openAnew() {
    // The button disappears now and would lose the focus, so the region takes it.
    region.current?.focus();
    void form.refetch();
  }

  return (
    <div ref={region} tabIndex={-1} className="grid min-h-48 content-center gap-4 outline-none">
      {form.isFetching && <Spinner label={settingsTexts.paymentStep.loading} />}
      {form.isError && !form.isFetching && isBillingOff(form.error) && (
        <>
          <Notice tone="bad">{settingsTexts.paymentStep.loadFailed}</Notice>
          <p className="text-muted text-pretty">{settingsTexts.paymentStep.off}</p>
          <Button onClick={onDone}>{settingsTexts.paymentStep.done}</Button>
        </>
      )}
      {form.isError && !form.isFetching && !isBillingOff(form.error) && (
        <RetryNotice text={settingsTexts.paymentStep.loadFailed} onRetry={openAnew} />
      )}
      {form.isSuccess && !form.isFetching && details && (
        <form.data.PaymentForm
          key={form.data.setup.clientSecret}
          {...form.data.setup}
          details={details}
          onSaved={onSaved}
          onDone={onDone}
          onAnotherCard={openAnew}
        />
      )}
    </div>
  );
}
