import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useId, useState } from 'react';
import type { BillingDetails } from '../../../../../src/shared/schemas/billing-details';
import { serverMessage } from '../../../lib/api-client';
import { texts } from '../../../lib/texts';
import { Button } from '../../../ui/button';
import { fieldLabelClass } from '../../../ui/field';
import { Notice } from '../../../ui/notice';
import { useSubmission } from '../../../ui/use-submission';
import { useCardStyle } from './card-style';
import { useLetBankAsk } from './let-bank-ask';
import { attachCard, CardError, confirmCard } from './save-card';

export interface PaymentFormProps {
  publishableKey: string;
  clientSecret: string;
  /** Of step 1. */
  details: BillingDetails;
  /** The card is the account's: said even to a form that has been closed meanwhile. */
  onSaved: () => void;
  /** As {@link onSaved}, to a form that is still there. */
  onDone: () => void;
  /** Opens another setup: a confirmed one is for its card only. */
  onAnotherCard: () => void;
}

/** Stripe's own script comes with this form and with nothing else. A script that does not come leaves the form not ready. */
export function PaymentForm({ publishableKey, ...form }: PaymentFormProps) {
  const [stripe] = useState(() => loadStripe(publishableKey).catch(() => null));
  return (
    <Elements stripe={stripe}>
      <CardForm {...form} />
    </Elements>
  );
}

const describe = (failure: unknown): string =>
  failure instanceof CardError ? failure.message : serverMessage(failure, texts.paymentStep.failed);

function CardForm({ clientSecret, details, onSaved, onDone, onAnotherCard }: Omit<PaymentFormProps, 'publishableKey'>) {
  const stripe = useStripe();
  const elements = useElements();
  const labelId = useId();
  const style = useCardStyle();
  useLetBankAsk();
  /** The id of the card that only has to be attached: the field cannot be another one's any more. */
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const { busy, error, setError, submit } = useSubmission(describe);

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) {
      setError(texts.paymentStep.notReady);
      return;
    }
    await submit(async () => {
      const paymentMethodId = confirmed ?? (await confirmCard(stripe, card, clientSecret, details));
      setConfirmed(paymentMethodId);
      await attachCard(paymentMethodId);
      onSaved();
    }, onDone);
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} className="grid gap-4">
      <div role="group" aria-labelledby={labelId}>
        <p id={labelId} className={fieldLabelClass}>
          {texts.paymentStep.card}
        </p>
        <CardElement
          options={{ hidePostalCode: true, disableLink: true, disabled: busy || confirmed !== null, style }}
          className="min-h-13 rounded-field border border-line-strong bg-page px-4 py-4"
        />
      </div>
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" busy={busy} className="mt-2 min-h-13">
        {busy ? texts.paymentStep.saving : texts.paymentStep.save}
      </Button>
      {confirmed !== null && error && (
        <Button variant="quiet" onClick={onAnotherCard}>
          {texts.paymentStep.another}
        </Button>
      )}
    </form>
  );
}
