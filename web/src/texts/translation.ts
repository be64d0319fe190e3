/**
 * The type of a translated catalog: the same keys, functions with the same parameters, and any text in place of the
 * English text.
 */
export type Translation<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Translation<T[Key]> };
