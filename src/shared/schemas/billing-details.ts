import * as z from 'zod/mini';

/** The details on invoices (docs/product.md, B5). '' means not given. The country is an ISO 3166-1 alpha-2 code. */
export const BillingDetailsSchema = z.object({
  billing_first_name: z.string(),
  billing_last_name: z.string(),
  billing_business_name: z.string(),
  billing_address_line1: z.string(),
  billing_address_city: z.string(),
  billing_address_postcode: z.string(),
  billing_address_country: z.string(),
  billing_tax_id: z.string(),
});
export type BillingDetails = z.infer<typeof BillingDetailsSchema>;

/** The billing details of a new account. */
export const NO_BILLING_DETAILS: BillingDetails = {
  billing_first_name: '',
  billing_last_name: '',
  billing_business_name: '',
  billing_address_line1: '',
  billing_address_city: '',
  billing_address_postcode: '',
  billing_address_country: '',
  billing_tax_id: '',
};
