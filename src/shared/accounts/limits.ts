/** The longest email address, according to RFC 5321 section 4.5.3.1 (a path of 256 octets with its brackets). */
export const EMAIL_MAX_LENGTH = 254;
/** The fewest characters of a password (docs/product.md, S1). */
export const PASSWORD_MIN_LENGTH = 8;
/** The most characters of a password, because a guest's password has to be hashed, too. */
export const PASSWORD_MAX_LENGTH = 200;
/** The most events of an account. */
export const EVENTS_PER_ACCOUNT_MAX = 500;
/** The most characters of billing details, after trimming: more than any card provider accepts. */
export const BILLING_MAX_LENGTHS = {
  billing_first_name: 100,
  billing_last_name: 100,
  billing_business_name: 150,
  billing_address_line1: 200,
  billing_address_city: 100,
  billing_address_postcode: 20,
  billing_tax_id: 50,
} as const;
