import { capitalized } from '../../core/contract/documents/words.ts';
import type { PrunePlanLine, WorkspaceUsageLine } from '../../core/contract/topics/transfers.ts';
import { counted, size } from '../parts/format.ts';

/** What fills a workspace and what may go, in one sentence. */
export function storageSentence(
  name: string,
  usage: WorkspaceUsageLine,
  plan: PrunePlanLine | undefined,
): string {
  const filled = `${size(usage.bytes)} in ${name}`;
  if (!plan) return `${filled}.`;
  if (plan.remove.length === 0)
    return usage.sets.length === 0
      ? `${filled}, no set among it.`
      : `${filled}. Every set must stay for now.`;
  return `${filled}, ${size(plan.bytes)} of it can be freed.`;
}

export interface Part {
  name: string;
  bytes: number;
  kind: 'sets' | 'other' | 'free';
}

/** What a bar of the disk shows: enclaves by size, the rest, what is free; nothing of no size. */
export function diskParts(usage: WorkspaceUsageLine): Part[] {
  const sets = usage.enclaves.map(({ name, sets: number, bytes }) => ({
    name: `${name}, ${counted(number, 'set')}`,
    bytes,
    kind: 'sets' as const,
  }));
  const other = usage.other.map(({ name, bytes }) => ({ name: OTHER[name], bytes, kind: 'other' as const }));
  const free =
    usage.freeBytes === undefined
      ? []
      : [{ name: 'Free on this disk', bytes: usage.freeBytes, kind: 'free' as const }];
  return [...sets.toSorted((a, b) => b.bytes - a.bytes), ...other, ...free].filter(({ bytes }) => bytes > 0);
}

const OTHER: Record<WorkspaceUsageLine['other'][number]['name'], string> = {
  'unfinished sets': 'Unfinished sets',
  cache: 'Manifests and catalogs',
  audit: 'Audit records',
  'everything else': 'Releases, signatures, charts',
};

/** A reason of the engine as it begins a cell; the name of an enclave stays as it was typed. */
export function asSentence(text: string, enclave: string): string {
  return text.startsWith(`${enclave} `) ? text : capitalized(text);
}
