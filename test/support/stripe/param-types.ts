import type Stripe from 'stripe';

type Page = 'limit' | 'starting_after' | 'ending_before' | 'expand';
type ExpandOnly = Pick<Stripe.CustomerRetrieveParams, 'expand'>;
type CustomerFields = 'address' | 'description' | 'email' | 'expand' | 'metadata' | 'name' | 'phone';

/** What Stripe.js sends with the publishable key; the card itself never comes from a server. */
interface BrowserKey {
  key: string;
  client_secret: string;
}

/**
 * The parameters of each call that the fake knows. At start they become JSON Schemas, by which calls are checked: what Stripe
 * does not know is refused, and so is what the fake has no behaviour for.
 */
export interface ParamTypes {
  Expand: ExpandOnly;
  None: Stripe.CustomerDeleteParams;
  CustomerCreate: Pick<Stripe.CustomerCreateParams, CustomerFields>;
  CustomerUpdate: Pick<Stripe.CustomerUpdateParams, CustomerFields | 'invoice_settings'>;
  CustomerList: Pick<Stripe.CustomerListParams, 'email' | Page>;
  CustomerSearch: Pick<Stripe.CustomerSearchParams, 'query' | 'limit' | 'expand'>;
  TaxIdCreate: Pick<Stripe.CustomerCreateTaxIdParams, 'type' | 'value' | 'expand'>;
  TaxIdList: Pick<Stripe.CustomerListTaxIdsParams, Page>;
  MeterCreate: Pick<
    Stripe.Billing.MeterCreateParams,
    'default_aggregation' | 'display_name' | 'event_name' | 'customer_mapping' | 'value_settings' | 'expand'
  >;
  MeterList: Pick<Stripe.Billing.MeterListParams, 'status' | Page>;
  MeterEventCreate: Stripe.Billing.MeterEventCreateParams;
  MeterSummaries: Stripe.Billing.MeterListEventSummariesParams;
  ProductCreate: Pick<Stripe.ProductCreateParams, 'name' | 'description' | 'metadata' | 'unit_label' | 'expand'>;
  ProductList: Pick<Stripe.ProductListParams, 'active' | Page>;
  PriceCreate: Pick<
    Stripe.PriceCreateParams,
    | 'currency'
    | 'unit_amount'
    | 'lookup_key'
    | 'transfer_lookup_key'
    | 'product'
    | 'product_data'
    | 'recurring'
    | 'nickname'
    | 'metadata'
    | 'tax_behavior'
    | 'expand'
  >;
  PriceUpdate: Pick<
    Stripe.PriceUpdateParams,
    'active' | 'lookup_key' | 'transfer_lookup_key' | 'metadata' | 'nickname' | 'expand'
  >;
  PriceList: Pick<Stripe.PriceListParams, 'active' | 'lookup_keys' | 'product' | 'currency' | 'type' | Page>;
  SubscriptionCreate: Pick<
    Stripe.SubscriptionCreateParams,
    | 'customer'
    | 'items'
    | 'trial_end'
    | 'trial_period_days'
    | 'trial_settings'
    | 'billing_mode'
    | 'default_payment_method'
    | 'collection_method'
    | 'description'
    | 'metadata'
    | 'expand'
  >;
  SubscriptionUpdate: Pick<
    Stripe.SubscriptionUpdateParams,
    'metadata' | 'default_payment_method' | 'description' | 'trial_end' | 'trial_settings' | 'expand'
  >;
  SubscriptionList: Pick<Stripe.SubscriptionListParams, 'customer' | 'price' | 'status' | Page>;
  SubscriptionCancel: Pick<Stripe.SubscriptionCancelParams, 'invoice_now' | 'prorate' | 'expand'>;
  SetupIntentCreate: Pick<
    Stripe.SetupIntentCreateParams,
    'allowed_payment_method_types' | 'customer' | 'usage' | 'metadata' | 'description' | 'expand'
  >;
  SetupIntentRead: ExpandOnly & Partial<BrowserKey>;
  SetupIntentConfirm: BrowserKey & {
    payment_method_data: {
      type: 'card';
      card: { number: string; exp_month: string; exp_year: string; cvc: string };
      billing_details?: Stripe.SetupIntentConfirmParams.PaymentMethodData.BillingDetails;
    };
  };
  SetupIntentAuthenticate: BrowserKey & { outcome: 'complete' | 'fail' };
  PaymentMethodAttach: Pick<Stripe.PaymentMethodAttachParams, 'customer' | 'expand'>;
  PaymentMethodList: Pick<Stripe.PaymentMethodListParams, 'customer' | 'type' | Page>;
  InvoiceList: Pick<Stripe.InvoiceListParams, 'customer' | 'subscription' | 'status' | Page>;
  InvoiceFinalize: Stripe.InvoiceFinalizeInvoiceParams;
  InvoicePay: Pick<Stripe.InvoicePayParams, 'payment_method' | 'off_session' | 'expand'>;
  InvoiceUpdate: Pick<Stripe.InvoiceUpdateParams, 'auto_advance' | 'metadata' | 'expand'>;
  WebhookEndpointCreate: Pick<
    Stripe.WebhookEndpointCreateParams,
    'url' | 'enabled_events' | 'api_version' | 'description' | 'metadata' | 'expand'
  >;
  EventDestinationCreate: Pick<
    Stripe.V2.Core.EventDestinationCreateParams,
    'enabled_events' | 'event_payload' | 'include' | 'name' | 'type' | 'webhook_endpoint'
  >;
  EventDestinationList: Stripe.V2.Core.EventDestinationListParams;
  WebhookEndpointList: Pick<Stripe.WebhookEndpointListParams, Page>;
}

export type ParamName = keyof ParamTypes;
