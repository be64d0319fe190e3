/**
 * The shape of a catalog in another language: exactly the same keys, functions with the same parameters, and any text
 * in place of the English one.
 */
export type Translation<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Translation<T[Key]> };
