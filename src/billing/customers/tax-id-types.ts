import type { Stripe } from 'stripe';

type TaxIdType = Exclude<Stripe.TaxIdCreateParams.Type, undefined>;

/** The member states of the European Union. Greece writes EL before its tax numbers, but GR is its country code. */
const EU = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');

/** Countries where a business has one tax id, which invoices show (docs.stripe.com/billing/customer/tax-ids). */
const BY_COUNTRY: Readonly<Record<string, TaxIdType>> = {
  ...Object.fromEntries(EU.map((country) => [country, 'eu_vat' as const])),
  AD: 'ad_nrt',
  AE: 'ae_trn',
  AR: 'ar_cuit',
  AU: 'au_abn',
  BA: 'ba_tin',
  BH: 'bh_vat',
  BO: 'bo_tin',
  BR: 'br_cnpj',
  BY: 'by_tin',
  CA: 'ca_bn',
  CH: 'ch_vat',
  CL: 'cl_tin',
  CN: 'cn_tin',
  CO: 'co_nit',
  CR: 'cr_tin',
  DO: 'do_rcn',
  EC: 'ec_ruc',
  EG: 'eg_tin',
  GB: 'gb_vat',
  GE: 'ge_vat',
  HK: 'hk_br',
  ID: 'id_npwp',
  IL: 'il_vat',
  IN: 'in_gst',
  IS: 'is_vat',
  JP: 'jp_trn',
  KE: 'ke_pin',
  KR: 'kr_brn',
  KZ: 'kz_bin',
  LI: 'li_uid',
  MA: 'ma_vat',
  MD: 'md_vat',
  MK: 'mk_vat',
  MX: 'mx_rfc',
  MY: 'my_itn',
  NG: 'ng_tin',
  NO: 'no_vat',
  NZ: 'nz_gst',
  OM: 'om_vat',
  PE: 'pe_ruc',
  PH: 'ph_tin',
  RS: 'rs_pib',
  RU: 'ru_inn',
  SA: 'sa_vat',
  SG: 'sg_gst',
  SV: 'sv_nit',
  TH: 'th_vat',
  TR: 'tr_tin',
  TW: 'tw_vat',
  TZ: 'tz_vat',
  UA: 'ua_vat',
  US: 'us_ein',
  UY: 'uy_ruc',
  UZ: 'uz_tin',
  VE: 've_rif',
  VN: 'vn_tin',
  ZA: 'za_vat',
};

const TYPES: ReadonlyMap<string, TaxIdType> = new Map(Object.entries(BY_COUNTRY));

/** Returns the type of tax id in a country (ISO 3166-1 alpha-2); undefined if Stripe has no type for the country. */
export const taxIdType = (country: string): TaxIdType | undefined => TYPES.get(country);
