/** @typedef {string | number | boolean | null | undefined} Value */

/** An object at Stripe differs from what Headroom needs. The script does not change it: a person must decide. */
export class Difference extends Error {
  /**
   * @param {string} what
   * @param {Record<string, readonly [found: Value, wanted: Value]>} fields
   */
  static of(what, fields) {
    const wrong = Object.entries(fields).filter(([, [found, wanted]]) => found !== wanted);
    const list = wrong.map(([name, [found, wanted]]) => `  ${name} is ${found}, and must be ${wanted}`);
    return list.length === 0 ? null : new Difference(`${what} at Stripe is not as it must be:\n${list.join('\n')}`);
  }
}
