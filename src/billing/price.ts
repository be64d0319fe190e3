/** The price of an active day, in US cents (docs/product.md, B1). */
export const EVENT_DAY_PRICE_CENTS = 300;
