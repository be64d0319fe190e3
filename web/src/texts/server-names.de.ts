import type { BillingField } from '../../../src/shared/rules/billing-details';
import type { LimitKind } from '../../../src/shared/schemas/venue-settings';
import type { NameField } from '../../../src/shared/rules/names';
import type { PasswordNeed } from '../../../src/shared/rules/password';
import type { VenueField } from '../../../src/shared/rules/venue-settings';

/** German names of what the server's messages speak of. */

export const NAMES: Record<NameField, string> = {
  eventName: 'Name der Veranstaltung',
  areaName: 'Name des Bereichs',
  organizer: 'Veranstalter',
  address: 'Adresse',
  label: 'Name',
  pointName: 'Name des Sammelplatzes',
};

export const BILLING_NAMES: Record<BillingField, string> = {
  billing_first_name: 'Vorname',
  billing_last_name: 'Nachname',
  billing_business_name: 'Firma',
  billing_address_line1: 'Adresse',
  billing_address_city: 'Ort',
  billing_address_postcode: 'Postleitzahl',
  billing_tax_id: 'Steuernummer',
};

export const LIMIT_NAMES: Record<LimitKind, string> = {
  license: 'Grenzwert der Genehmigung',
  fire: 'Grenzwert des Brandschutzes',
};

export const VENUE_NAMES: Record<VenueField, string> = { capacity: 'Gesamtkapazität', staffAllowance: 'Personal' };

/** The requirements of a password. Each text follows 'Das Passwort muss '. */
export const NEEDS: Record<PasswordNeed, string> = {
  length: 'mindestens 8 Zeichen lang sein',
  uppercase: 'einen Großbuchstaben enthalten',
  lowercase: 'einen Kleinbuchstaben enthalten',
  number: 'eine Ziffer enthalten',
  special: 'ein Sonderzeichen enthalten (z. B. !@#$%^&*)',
};
