import type Stripe from 'stripe';

/** What Stripe.js sends with the publishable key; the card itself never comes from a server. */
interface BrowserKey {
  key: string;
  client_secret: string;
}

/**
 * The parameters of each call that the fake knows. JSON Schemas are made of them, by which calls are checked: what Stripe does
 * not know is refused, and so is what the fake has no behavior for.
 */
export interface ParamTypes {
  None: Stripe.CustomerDeleteParams;
  CustomerCreate: Pick<Stripe.CustomerCreateParams, 'email' | 'metadata'>;
  CustomerUpdate: Pick<Stripe.CustomerUpdateParams, 'address' | 'name' | 'invoice_settings'>;
  CustomerSearch: Pick<Stripe.CustomerSearchParams, 'query'>;
  TaxIdCreate: Pick<Stripe.CustomerCreateTaxIdParams, 'type' | 'value'>;
  List: Pick<Stripe.CustomerListTaxIdsParams, 'limit'>;
  MeterCreate: Pick<
    Stripe.Billing.MeterCreateParams,
    'default_aggregation' | 'display_name' | 'event_name' | 'customer_mapping' | 'value_settings'
  >;
  MeterList: Pick<Stripe.Billing.MeterListParams, 'status' | 'limit'>;
  MeterEventCreate: Stripe.Billing.MeterEventCreateParams;
  MeterSummaries: Pick<Stripe.Billing.MeterListEventSummariesParams, 'customer' | 'start_time' | 'end_time'>;
  PriceCreate: Pick<Stripe.PriceCreateParams, 'currency' | 'unit_amount' | 'lookup_key' | 'product_data' | 'recurring'>;
  PriceList: Pick<Stripe.PriceListParams, 'active' | 'lookup_keys' | 'limit'>;
  SubscriptionCreate: Pick<
    Stripe.SubscriptionCreateParams,
    'customer' | 'items' | 'trial_end' | 'trial_settings' | 'billing_mode' | 'metadata'
  >;
  SubscriptionList: Pick<Stripe.SubscriptionListParams, 'customer' | 'status' | 'limit'>;
  SubscriptionCancel: Pick<Stripe.SubscriptionCancelParams, 'invoice_now' | 'prorate'>;
  SetupIntentCreate: Pick<Stripe.SetupIntentCreateParams, 'allowed_payment_method_types' | 'customer' | 'usage'>;
  SetupIntentRead: BrowserKey;
  SetupIntentConfirm: BrowserKey & {
    payment_method_data: {
      type: 'card';
      card: { number: string; exp_month: string; exp_year: string; cvc: string };
      billing_details?: Stripe.SetupIntentConfirmParams.PaymentMethodData.BillingDetails;
    };
  };
  SetupIntentAuthenticate: BrowserKey & { outcome: 'complete' | 'fail' };
  PaymentMethodAttach: Pick<Stripe.PaymentMethodAttachParams, 'customer'>;
  InvoiceList: Pick<Stripe.InvoiceListParams, 'customer' | 'status' | 'limit'>;
  InvoiceFinalize: Pick<Stripe.InvoiceFinalizeInvoiceParams, 'auto_advance'>;
  EndpointCreate: Pick<Stripe.WebhookEndpointCreateParams, 'url' | 'enabled_events' | 'api_version' | 'description'>;
  DestinationCreate: Pick<
    Stripe.V2.Core.EventDestinationCreateParams,
    'enabled_events' | 'event_payload' | 'include' | 'name' | 'type' | 'webhook_endpoint'
  >;
  DestinationList: Pick<Stripe.V2.Core.EventDestinationListParams, 'include'>;
}

export type ParamName = keyof ParamTypes;
