import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement, StripeElementStyle } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { BillingDetails } from '../../../../../src/shared/schemas/billing-details';
import { serverMessage } from '../../../api/api-client';
import { currentLanguage } from '../../../texts/texts';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { fieldLabelClass } from '../../../ui/forms/field';
import { Notice } from '../../../ui/notice';
import { useSubmission } from '../../../ui/forms/use-submission';
import { useLetBankAsk } from './save-card';
import { attachCard, CardError, confirmCard, UnknownOutcomeError } from './save-card';
import { onColorsChange } from '../../../ui/styles/theme';

export interface PaymentFormProps {
  publishableKey: string;
  clientSecret: string;
  /** The billing details that were saved in step 1. */
  details: BillingDetails;
  /** The server has attached the card to the account. Called even if the form was closed meanwhile. */
  onSaved: () => void;
  /** Called after {@link onSaved} if the form is still open. */
  onDone: () => void;
  /** Opens another card setup, because a confirmed setup is only for its own card. */
  onAnotherCard: () => void;
}

type Script = Stripe | 'loading' | 'failed';

/**
 * Loads Stripe's script in the page's language. Only this form loads the script. After a failure it can be loaded
 * again.
 */
function useStripeScript(publishableKey: string) {
  const [script, setScript] = useState<Script>('loading');
  useEffect(() => {
    if (script !== 'loading') return undefined;
    let isWanted = true;
    const settle = (next: Stripe | null) => isWanted && setScript(next ?? 'failed');
    loadStripe(publishableKey, { locale: currentLanguage() }).then(settle, () => settle(null));
    return () => {
      isWanted = false;
    };
  }, [script, publishableKey]);
  return { script, loadAgain: () => setScript((now) => (now === 'failed' ? 'loading' : now)) };
}

export function PaymentForm({ publishableKey, ...form }: PaymentFormProps) {
  const { script, loadAgain } = useStripeScript(publishableKey);
  return (
    <Elements stripe={typeof script === 'string' ? null : script}>
      <CardForm {...form} hasFailed={script === 'failed'} onLoadAgain={loadAgain} />
    </Elements>
  );
}

interface CardFormProps extends Omit<PaymentFormProps, 'publishableKey'> {
  /** Stripe's script could not be loaded. */
  hasFailed: boolean;
  onLoadAgain: () => void;
}

const describe = (failure: unknown): string =>
  failure instanceof CardError ? failure.message : serverMessage(failure, settingsTexts.paymentStep.failed);

function CardForm({ clientSecret, details, onSaved, onDone, onAnotherCard, hasFailed, onLoadAgain }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const labelId = useId();
  const style = useCardStyle();
  useLetBankAsk();
  /** The id of a confirmed card that still has to be attached. The field can no longer be used for another card. */
  const [confirmed, setConfirmed] = useState<string | null>(null);
  /** Whether the card in the field may already be confirmed. If so, it must not be replaced by another card. */
  const [isUnclear, setUnclear] = useState(false);
  /** Stripe's field is ready, not only the frame around it. */
  const [isReady, setReady] = useState(false);
  const [askedEarly, setAskedEarly] = useState(false);
  const { busy, error, submit } = useSubmission(describe);

  async function confirm(client: Stripe, card: StripeCardElement): Promise<string> {
    try {
      return await confirmCard(client, card, clientSecret, details);
    } catch (failure) {
      setUnclear(failure instanceof UnknownOutcomeError);
      throw failure;
    }
  }

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !isReady) {
      setAskedEarly(!hasFailed);
      onLoadAgain();
      return;
    }
    await submit(async () => {
      const paymentMethodId = confirmed ?? (await confirm(stripe, card));
      setConfirmed(paymentMethodId);
      await attachCard(paymentMethodId);
      onSaved();
    }, onDone);
  }

  const isHeld = confirmed !== null || isUnclear;
  const isLoading = !isReady && !hasFailed;
  const shownError = isReady ? error : hasFailed || askedEarly ? settingsTexts.paymentStep.notReady : null;

  return (
    <form onSubmit={(event) => void submitForm(event)} className="grid gap-4">
      <div role="group" aria-labelledby={labelId}>
        <p id={labelId} className={fieldLabelClass}>
          {settingsTexts.paymentStep.card}
        </p>
        <div className="grid min-h-13 rounded-field border border-line-strong bg-page *:[grid-area:1/1]">
          <CardElement
            options={{ hidePostalCode: true, disableLink: true, disabled: busy || isHeld, style }}
            onReady={() => setReady(true)}
            className="px-4 py-4"
          />
          {isLoading && <LoadingField />}
        </div>
      </div>
      {shownError !== null && (
        <Notice tone="bad">
          <Linked text={shownError} />
        </Notice>
      )}
      <Button type="submit" busy={busy} className="mt-2 min-h-13">
        {busy ? settingsTexts.paymentStep.saving : settingsTexts.paymentStep.save}
      </Button>
      {isHeld && error && (
        <Button variant="quiet" onClick={onAnotherCard}>
          {settingsTexts.paymentStep.another}
        </Button>
      )}
    </form>
  );
}

const LoadingField = () => <output className="self-center px-4 text-muted">{settingsTexts.paymentStep.loading}</output>;

/**
 * Returns the value of a color token in the current theme, because Stripe's frame cannot read CSS variables of this
 * page.
 */
function colorOf(token: '--ink' | '--muted' | '--bad'): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const readStyle = (): StripeElementStyle => ({
  base: { fontSize: '16px', color: colorOf('--ink'), '::placeholder': { color: colorOf('--muted') } },
  invalid: { color: colorOf('--bad') },
});

/** Returns the style that makes Stripe's card element look like the other fields, in both themes. */
function useCardStyle(): StripeElementStyle {
  const [style, setStyle] = useState(readStyle);
  useEffect(() => onColorsChange(() => setStyle(readStyle())), []);
  return style;
}

const ADDRESS = /(https:\/\/\S+)/;

/** Shows a message of the server with a link for the address in it: the bank confirms the payment on its own page. */
function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((part) =>
    ADDRESS.test(part) ? (
      <a key={part} href={part} target="_blank" rel="noreferrer" className="break-all underline underline-offset-2">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
