import type { PrunePlanLine, WorkspaceUsageLine } from '../../core/contract/topics/transfers.ts';
import { size } from '../parts/format.ts';
import { t } from './messages.ts';

/** Returns how much a workspace uses, and how much of it can be freed. */
export function storageSentence(
  workspace: string,
  usage: WorkspaceUsageLine,
  plan: PrunePlanLine | undefined,
): string {
  const used = { workspace, size: size(usage.bytes) };
  if (!plan) return t('sizeTitle', used);
  if (plan.remove.length > 0) return t('freeableTitle', { ...used, freeable: size(plan.bytes) });
  return usage.sets.length === 0 ? t('noSetsTitle', used) : t('noneFreeableTitle', used);
}

export interface Part {
  name: string;
  bytes: number;
  kind: 'sets' | 'other' | 'free';
  /** Opacity that separates parts of the same kind. */
  tone?: number;
}

/** What a bar of the disk shows: enclaves by size, the rest, what is free; nothing of no size. */
export function diskParts(usage: WorkspaceUsageLine): Part[] {
  const sets = usage.enclaves.map(({ name, sets: number, bytes }) => ({
    name: t('diskEnclave', { enclave: name, sets: number }),
    bytes,
    kind: 'sets' as const,
  }));
  const other = usage.other
    .filter(({ bytes }) => bytes > 0)
    .map(({ name, bytes }, at) => ({
      ...{ name: OTHER[name], bytes, kind: 'other' as const },
      tone: 1 - at * 0.25,
    }));
  const free =
    usage.freeBytes === undefined
      ? []
      : [{ name: t('diskFree'), bytes: usage.freeBytes, kind: 'free' as const }];
  return [...sets.toSorted((a, b) => b.bytes - a.bytes), ...other, ...free].filter(({ bytes }) => bytes > 0);
}

const OTHER: Record<WorkspaceUsageLine['other'][number]['name'], string> = {
  'unfinished-sets': t('diskUnfinished'),
  cache: t('diskCache'),
  audit: t('diskAudit'),
  'everything-else': t('diskOther'),
};
