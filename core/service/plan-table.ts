import type { PlanItem, PlanItemsAnswer } from '../contract/plan.ts';

/** A page of a plan's items: of one section, with a part of a name or digest in any case. */
export type PlanTable = (query: {
  offset: number;
  limit: number;
  search?: string | undefined;
  section?: string | undefined;
}) => PlanItemsAnswer;

/** @param sections the section of each item, in their order */
export function planTable(items: readonly PlanItem[], sections: readonly string[]): PlanTable {
  const rows = items.map((item, index) => ({
    item,
    section: sections[index],
    text: `${item.source}\n${item.destination}\n${item.digest}`.toLowerCase(),
  }));
  return ({ offset, limit, search, section }) => {
    const wanted = search?.trim().toLowerCase();
    const matching =
      !wanted && section === undefined
        ? rows
        : rows.filter(
            (row) =>
              (section === undefined || row.section === section) && (!wanted || row.text.includes(wanted)),
          );
    return {
      total: rows.length,
      matching: matching.length,
      rows: matching.slice(offset, offset + limit).map(({ item }) => item),
    };
  };
}
