import { noVerdicts, verdictResult } from '../../../base/collected/verdict.ts';
import type {
  ContractVerdict,
  ContractVerdictCounts,
  PlanItem,
  PlanItemsAnswer,
} from '../../../contract/topics/plan.ts';

/** A page of a plan's items: of one section, of one verdict, with a part of a name or digest in any case. */
export type PlanTable = (query: {
  offset: number;
  limit: number;
  search?: string | undefined;
  section?: string | undefined;
  verdict?: ContractVerdict | undefined;
}) => PlanItemsAnswer;

/** @param sections the section of each item, in their order */
export function planTable(items: readonly PlanItem[], sections: readonly string[]): PlanTable {
  const rows = items.map((item, index) => ({
    item,
    section: sections[index],
    verdict: verdictResult(item.verdict),
    text: `${item.source}\n${item.destination}\n${item.digest}`.toLowerCase(),
  }));
  return ({ offset, limit, search, section, verdict }) => {
    const wanted = search?.trim().toLowerCase();
    const isRequested = (row: (typeof rows)[number]) =>
      (section === undefined || row.section === section) &&
      (verdict === undefined || row.verdict === verdict) &&
      (!wanted || row.text.includes(wanted));
    const all = !wanted && section === undefined && verdict === undefined;
    const matching = all ? rows : rows.filter(isRequested);
    return {
      total: rows.length,
      matching: matching.length,
      rows: matching.slice(offset, offset + limit).map(({ item }) => item),
    };
  };
}

/** How many items there are of each verdict; those in words of another program count as not checked. */
export function verdictsOf(items: readonly Pick<PlanItem, 'verdict'>[]): ContractVerdictCounts {
  const counts = noVerdicts();
  for (const { verdict } of items) counts[verdictResult(verdict) ?? 'not-checked']++;
  return counts;
}
