/** A decoded form: texts, lists and objects of them. */
type FormValue = string | FormValue[] | { [key: string]: FormValue };
type FormObject = { [key: string]: FormValue };

const isObject = (value: FormValue | undefined): value is FormObject =>
  typeof value === 'object' && !Array.isArray(value);

/** `items[0][price]` is ['items', '0', 'price']; `expand[]` takes the next number. */
const pathOf = (key: string): string[] => {
  const [head = '', ...rest] = key.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
};

function put(target: FormObject, path: readonly string[], value: string): void {
  const [head = '', ...rest] = path;
  const key = head === '' ? String(Object.keys(target).length) : head;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  const next: FormObject = isObject(inner) ? inner : {};
  target[key] = next;
  put(next, rest, value);
}

/** Objects whose keys are 0, 1, 2 … are lists. */
function withLists(value: FormValue): FormValue {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** What Stripe makes of a form or a query: nested parameters (`a[b][0]=c`). */
export function decodeForm(text: string): FormObject {
  const form: FormObject = {};
  for (const [key, value] of new URLSearchParams(text)) put(form, pathOf(key), value);
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, withLists(value)]));
}
