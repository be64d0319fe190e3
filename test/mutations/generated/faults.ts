import { existsSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { z } from 'zod';

export const KINDS = ['negated', 'shifted', 'removed', 'swapped'] as const;
type Kind = (typeof KINDS)[number];

/** A fault that the program made. It is found again in another tree by its file, its kind, its text and its ordinal. */
export const FaultSchema = z.object({
  file: z.string(),
  kind: z.enum(KINDS),
  text: z.string(),
  /** Counts equal texts of one kind in a file. */
  ordinal: z.number(),
  replace: z.string(),
});
export type Fault = z.infer<typeof FaultSchema>;

export interface PlacedFault extends Fault {
  /** Where the text begins in the file. */
  at: number;
}

interface Syntax {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

function* nodesIn(value: unknown): Generator<Syntax> {
  if (isSyntax(value)) yield value;
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) yield* nodesIn(child);
}

const SHIFTED = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);
/** Calls in which the order of arguments means nothing, or only the order of classes. */
const UNORDERED = /^(?:clsx|Math\.(?:max|min))\(/;
/** Limits below it are shifted by one; nobody notices a millisecond more. */
const LARGEST_LIMIT = 1000;

/** Returns the fault that a node allows, with the part of the code that it replaces. */
function faultOf(node: Syntax, code: string): [kind: Kind, replaced: Syntax, replace: string] | null {
  const textOf = ({ start, end }: Syntax) => code.slice(start, end);
  const { type, test, left, right, id, init, expression } = node;
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && isSyntax(test)) {
    return ['negated', test, `!(${textOf(test)})`];
  }
  if (type === 'BinaryExpression' && isSyntax(left) && isSyntax(right)) {
    const shifted = SHIFTED.get(String(node['operator']));
    return shifted === undefined ? null : ['shifted', node, `${textOf(left)} ${shifted} ${textOf(right)}`];
  }
  if (type === 'VariableDeclarator' && isSyntax(id) && isSyntax(init) && /^[A-Z\d_]+$/.test(textOf(id))) {
    const limit = init['value'];
    const isLimit = Number.isInteger(limit) && Number(limit) < LARGEST_LIMIT;
    return isLimit ? ['shifted', node, `${textOf(id)} = ${Number(limit) + 1}`] : null;
  }
  if (type === 'ExpressionStatement' && isSyntax(expression)) {
    const call = expression.type === 'CallExpression' ? expression : expression['argument'];
    const isCall = isSyntax(call) && call.type === 'CallExpression' && !textOf(call).startsWith('super');
    return isCall ? ['removed', node, ';'] : null;
  }
  if (type === 'CallExpression' && Array.isArray(node['arguments'])) {
    const [first, second]: unknown[] = node['arguments'];
    if (!isSyntax(first) || !isSyntax(second) || textOf(first) === textOf(second)) return null;
    if (UNORDERED.test(textOf(node))) return null;
    if ([first, second].some((argument) => /Function|Spread/.test(argument.type))) return null;
    const between = code.slice(first.end, second.start);
    const swapped = textOf(second) + between + textOf(first);
    return ['swapped', node, code.slice(node.start, first.start) + swapped + code.slice(second.end, node.end)];
  }
  return null;
}

/** Returns all faults that the program can put into a file, in no certain order. */
export function faultsIn(file: string): PlacedFault[] {
  if (!existsSync(file)) return [];
  const code = readFileSync(file, 'utf8');
  const seen = new Map<string, number>();
  return [...nodesIn(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))].flatMap((node) => {
    const found = faultOf(node, code);
    if (found === null) return [];
    const [kind, { start, end }, replace] = found;
    const text = code.slice(start, end);
    const ordinal = seen.get(kind + text) ?? 0;
    seen.set(kind + text, ordinal + 1);
    return [{ file, kind, text, ordinal, replace, at: start }];
  });
}

/** The same in each tree that has the fault. */
export const keyOf = ({ file, kind, text, ordinal }: Fault): string => `${file} ${kind} ${ordinal} ${text}`;

/** Finds a fault in the tree. Returns the file's text with the fault, or null when the tree no longer has the text. */
export function withFault(fault: Fault): string | null {
  const placed = faultsIn(fault.file).find((other) => keyOf(other) === keyOf(fault));
  if (placed === undefined) return null;
  const code = readFileSync(fault.file, 'utf8');
  return code.slice(0, placed.at) + fault.replace + code.slice(placed.at + fault.text.length);
}
