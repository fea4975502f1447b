import { isPlainMap, sameValue } from '../node-value.ts';

/** One change of an entry of a list or mapping. */
export interface MergeStep {
  kind: 'set' | 'insert' | 'remove';
  step: string | number;
  value?: unknown;
}

/** Keys that distinguish elements of a list. The first that an element has is used. */
const IDENTITY = ['name', 'catalog', 'hostname', 'url', 'source', 'macAddress', 'cidr', 'destination'];

/**
 * Returns the steps that turn a list or mapping into another one of the same kind, so that unchanged parts keep their
 * text. Undefined if nothing can be preserved.
 */
export function mergeSteps(before: unknown, wanted: unknown): MergeStep[] | undefined {
  if (Array.isArray(before) && Array.isArray(wanted))
    return before.length > 0 && wanted.length > 0 ? listSteps(before, wanted) : undefined;
  if (!isPlainMap(before) || !isPlainMap(wanted)) return undefined;
  const [old, now] = [Object.keys(before), Object.keys(wanted)];
  if (old.length === 0 || now.length === 0) return undefined;
  return [
    ...now
      .filter((name) => !Object.hasOwn(before, name) || !sameValue(before[name], wanted[name]))
      .map((name): MergeStep => ({ kind: 'set', step: name, value: wanted[name] })),
    ...old
      .filter((name) => !Object.hasOwn(wanted, name))
      .map((step): MergeStep => ({ kind: 'remove', step })),
  ];
}

/** Works from the last element to the first, so that positions remain valid. */
function listSteps(before: readonly unknown[], wanted: readonly unknown[]): MergeStep[] {
  const steps: MergeStep[] = [];
  let [i, j] = [before.length, wanted.length];
  for (const [x, y] of [...alignment(before, wanted).reverse(), [-1, -1] as const]) {
    const [old, now] = [before.slice(x + 1, i), wanted.slice(y + 1, j)];
    const replaced = old.some(identityOf) || now.some(identityOf) ? 0 : Math.min(old.length, now.length);
    // Inserts before it removes, because a temporarily empty list would lose its lines.
    for (const value of now.slice(replaced).reverse()) steps.push({ kind: 'insert', step: i, value });
    for (let at = i - 1; at > x + replaced; at--) steps.push({ kind: 'remove', step: at });
    for (let at = replaced - 1; at >= 0; at--) steps.push({ kind: 'set', step: x + 1 + at, value: now[at] });
    if (x >= 0 && !sameValue(before[x], wanted[y])) steps.push({ kind: 'set', step: x, value: wanted[y] });
    [i, j] = [x, y];
  }
  return steps;
}

function identityOf(item: unknown): string | undefined {
  if (!isPlainMap(item)) return undefined;
  const name = IDENTITY.find((each) => typeof item[each] === 'string');
  return name && `${name}=${String(item[name])}`;
}

/** Returns the positions of as many unchanged elements as possible, in order. */
function alignment(before: readonly unknown[], wanted: readonly unknown[]): [number, number][] {
  const [old, now] = [before.map(identityOf), wanted.map(identityOf)];
  const fits = (x: number, y: number) =>
    old[x] !== undefined || now[y] !== undefined ? old[x] === now[y] : sameValue(before[x], wanted[y]);
  const width = wanted.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let x = before.length - 1; x >= 0; x--)
    for (let y = wanted.length - 1; y >= 0; y--)
      lengths[x * width + y] = fits(x, y)
        ? lengths[(x + 1) * width + y + 1]! + 1
        : Math.max(lengths[(x + 1) * width + y]!, lengths[x * width + y + 1]!);
  const saved: [number, number][] = [];
  for (let [x, y] = [0, 0]; x < before.length && y < wanted.length; ) {
    if (fits(x, y)) saved.push([x++, y++]);
    else if (lengths[(x + 1) * width + y]! >= lengths[x * width + y + 1]!) x++;
    else y++;
  }
  return saved;
}
