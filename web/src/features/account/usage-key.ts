/** Apart from the call: whoever only says that it is out of date needs no more. */
export const USAGE_KEY = ['usage'] as const;
