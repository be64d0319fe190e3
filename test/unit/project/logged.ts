import { parseSync } from 'vite';
import { importedFiles } from '../../../scripts/check/imports.ts';
import { filesBelow, read } from './repository';

export interface Node {
  type: string;
  [key: string]: unknown;
}
interface Func {
  path: string;
  name: string;
  params: string[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
export const nodesOf = (values: unknown[]): Node[] => values.flat().filter(isNode);
const list = (node: Node | undefined, key: string): Node[] => nodesOf([node?.[key]]);
const child = (node: Node | undefined, key: string): Node | undefined => list(node, key)[0];
export const textOf = (node: Node | undefined): string =>
  [node?.['name'], node?.['value']].find((text) => typeof text === 'string') ?? '';
const literalOf = (node: Node | undefined): string => (node?.type === 'Literal' ? textOf(node) : '');

/**
 * Finds every `what` that the code can log, and the names of all alarm jobs. `logError` and `logInfo` write a `what`,
 * and so does each function that passes a parameter on to such a function, alone or in a template. A job can name one for
 * its failures. `unread` has the calls whose `what` is none of these.
 */
export function findLogged(): { whats: Set<string>; jobs: Set<string>; unread: string[] } {
  const calls: { path: string; callee: string; args: Node[]; around: Func[] }[] = [];
  const [whats, jobs] = [new Set<string>(), new Set<string>()];
  const unread: string[] = [];

  function walk(path: string, node: Node, around: Func[]): void {
    const called = child(node, 'callee');
    const callee = textOf(child(called, 'object')?.type === 'ThisExpression' ? child(called, 'property') : called);
    if (node.type === 'CallExpression') calls.push({ path, callee, args: list(node, 'arguments'), around });
    const members = [...list(node, 'properties'), ...(node.type === 'ClassBody' ? list(node, 'body') : [])];
    const fields = new Map(members.map((member) => [textOf(child(member, 'key')), literalOf(child(member, 'value'))]));
    const [job, what, logAs] = ['name', 'what', 'logAs'].map((key) => fields.get(key) ?? '');
    // A delivery (src/room/delivery-job.ts) is a job, too.
    const isJob = (fields.has('dueAt') && fields.has('run')) || fields.has('outbox');
    if (job && isJob) jobs.add(job);
    if (logAs && isJob) whats.add(logAs);
    if (what && fields.has('level')) whats.add(what);
    for (const inner of nodesOf(Object.values(node))) {
      const name = textOf(child(inner, 'id') ?? child(node, 'id') ?? child(node, 'key'));
      const params = list(inner, 'params').map((param) => textOf(child(param, 'left') ?? param));
      walk(path, inner, child(inner, 'body') && inner['params'] ? [{ path, name, params }, ...around] : around);
    }
  }
  for (const path of [...filesBelow(['src'], /\.ts$/), 'scripts/local/server-line.ts'])
    walk(path, { type: 'File', body: parseSync(path, read(path)).program.body }, []);

  const log = { path: 'src/observability/log.ts', params: ['what'] };
  const writers = ['logError', 'logInfo'].map((name) => ({ func: { ...log, name }, at: 0, before: '', after: '' }));
  for (const { func, at, before, after } of writers) {
    for (const { path, callee, args, around } of calls) {
      if (callee !== func.name || (path !== func.path && !importedFiles(path).includes(func.path))) continue;
      const arg = args[at];
      const [first = '', last = ''] = list(arg, 'quasis').map((part) => String(Object.values(part['value'] ?? {})[0]));
      const passed = textOf(child(arg, 'expressions') ?? arg);
      const outer = around.find(({ params }) => params.includes(passed));
      const isOfJob = textOf(child(child(arg, 'left'), 'property')) === 'logAs';
      if (isOfJob) whats.add(textOf(child(arg, 'right')));
      else if (arg?.type === 'Literal') whats.add(before + passed + after);
      else if (outer === undefined) unread.push(`${path}: ${func.name}`);
      else if (!writers.some((writer) => writer.func.path === outer.path && writer.func.name === outer.name)) {
        writers.push({ func: outer, at: outer.params.indexOf(passed), before: before + first, after: last + after });
      }
    }
  }
  return { whats, jobs, unread };
}
