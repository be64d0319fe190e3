/**
 * The shape of a catalogue in another language: the same keys, no more and no fewer, functions with the same parameters,
 * and any text where the English one stands.
 */
export type Translation<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Translation<T[Key]> };
