import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { BILLING_MAX_LENGTHS } from '../../../../../src/shared/accounts/limits';
import { checkBillingDetails, NO_COUNTRY } from '../../../../../src/shared/rules/billing-details';
import type { BillingDetails } from '../../../../../src/shared/schemas/billing-details';
import { settingsTexts } from '../../../texts/settings-texts';
import { translate } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { SelectField } from '../../../ui/forms/select-field';
import { Spinner } from '../../../ui/spinner';
import { TextField } from '../../../ui/forms/text-field';
import { useForm } from '../../../ui/forms/use-form';
import {
  fetchBillingDetails,
  PROFILE_KEY,
  saveBillingDetails,
  useBillingConfig,
  useBillingDetails,
} from '../account-api';
import { countries } from './countries';

/** Step 1 of saving a card. The stored details are loaded first, so that nobody types them again. */
export function BillingView({ onSaved }: { onSaved: () => void }) {
  const profile = useBillingDetails();
  const billing = useBillingConfig();
  if (profile.isPending || billing.isPending) return <Spinner />;
  return <BillingForm kept={profile.data} isOff={billing.data?.configured === false} onSaved={onSaved} />;
}

interface BillingFormProps {
  /** The stored details; undefined if they could not be loaded. */
  kept: BillingDetails | undefined;
  /** Billing is off, so no card can be saved after this step. */
  isOff: boolean;
  onSaved: () => void;
}

/** A failed save is only logged (docs/product.md, E10). */
function logFailure(failure: unknown): null {
  console.warn('The billing details could not be saved', failure);
  return null;
}

function BillingForm({ kept, isOff, onSaved }: BillingFormProps) {
  const client = useQueryClient();
  const country = useRef<HTMLSelectElement>(null);
  /** The typed fields are those that somebody edited. All other fields keep their stored values. */
  const { typed: edits, edit, ...form } = useForm<Partial<BillingDetails>>({}, logFailure);

  const field = (name: keyof BillingDetails, autoComplete: string) => ({
    name,
    autoComplete,
    value: edits[name] ?? kept?.[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => edit({ [name]: target.value }),
  });

  const textField = (name: keyof typeof BILLING_MAX_LENGTHS, autoComplete: string) => ({
    ...field(name, autoComplete),
    maxLength: BILLING_MAX_LENGTHS[name],
  });

  async function save() {
    // If the stored details could not be shown before, load them now, so that saving does not overwrite them unseen.
    const others = kept ?? (await fetchBillingDetails());
    client.setQueryData(PROFILE_KEY, await saveBillingDetails({ ...others, ...edits }));
  }

  async function submitForm() {
    const checked = checkBillingDetails({ ...kept, ...edits });
    await form.submitChecked(checked, save, onSaved);
    if (!checked.ok && checked.error === NO_COUNTRY) country.current?.focus();
  }

  return (
    <Form
      form={form}
      onSubmit={submitForm}
      actions={
        <Button type="submit" busy={form.busy} className="mt-2">
          {settingsTexts.billing.next}
        </Button>
      }
    >
      <p className="text-muted text-pretty">{settingsTexts.billing.lead}</p>
      {isOff && (
        <p className="rounded-field border border-line bg-sunken px-4 py-3 text-pretty">{settingsTexts.billing.off}</p>
      )}
      <div className="grid grid-cols-2 items-end gap-3 max-[22rem]:grid-cols-1">
        <TextField label={settingsTexts.billing.firstName} {...textField('billing_first_name', 'billing given-name')} />
        <TextField label={settingsTexts.billing.lastName} {...textField('billing_last_name', 'billing family-name')} />
      </div>
      <TextField
        label={settingsTexts.billing.businessName}
        {...textField('billing_business_name', 'billing organization')}
      />
      <TextField
        label={settingsTexts.billing.address}
        {...textField('billing_address_line1', 'billing address-line1')}
      />
      <div className="grid grid-cols-[2fr_3fr] items-end gap-3 max-[22rem]:grid-cols-1">
        <TextField
          label={settingsTexts.billing.postcode}
          {...textField('billing_address_postcode', 'billing postal-code')}
        />
        <TextField
          label={settingsTexts.billing.city}
          {...textField('billing_address_city', 'billing address-level2')}
        />
      </div>
      <div className="grid items-end gap-x-3 gap-y-4 sm:grid-cols-[3fr_2fr]">
        <SelectField
          ref={country}
          label={settingsTexts.billing.country}
          placeholder={settingsTexts.billing.noCountry}
          options={countries()}
          invalid={form.error === translate(NO_COUNTRY)}
          required
          {...field('billing_address_country', 'billing country')}
        />
        <TextField label={settingsTexts.billing.taxId} {...textField('billing_tax_id', 'off')} />
      </div>
    </Form>
  );
}
