import { wordList } from '../../core/contract/documents/words.ts';
import type { DeleteChoiceLine } from '../../core/contract/topics/deletes.ts';
import { t } from './messages.ts';

/** A visible row of the tree. */
export interface ChoiceRow {
  choice: DeleteChoiceLine;
  /** From 1. */
  level: number;
  open: boolean;
  state: 'on' | 'some' | 'off';
  /** Places of its siblings, for screen readers. */
  at: number;
  of: number;
}

/** Returns the IDs that a choice selects: its own, or those of all leaves below it. */
export function leavesOf(choice: DeleteChoiceLine): string[] {
  return choice.children.length === 0 ? [choice.id] : choice.children.flatMap(leavesOf);
}

/**
 * Returns the visible rows. A search opens the rows that lead to its matches.
 * @param search part of a name; empty: everything
 */
export function choiceRows(
  choices: readonly DeleteChoiceLine[],
  chosen: ReadonlySet<string>,
  opened: ReadonlySet<string>,
  search: string,
): ChoiceRow[] {
  const wanted = search.trim().toLowerCase();
  const rows: ChoiceRow[] = [];
  const walk = (siblings: readonly DeleteChoiceLine[], level: number, matched: boolean) => {
    const seen = siblings.filter((choice) => matched || found(choice, wanted));
    for (const [index, choice] of seen.entries()) {
      const own = matched || choice.name.toLowerCase().includes(wanted);
      const open = choice.children.length > 0 && (opened.has(choice.id) || (wanted !== '' && !own));
      rows.push({ choice, level, open, state: stateOf(choice, chosen), at: index + 1, of: seen.length });
      if (open) walk(choice.children, level + 1, own);
    }
  };
  walk(choices, 1, wanted === '');
  return rows;
}

/** Selects or deselects everything below a choice. A partly selected choice becomes completely selected. */
export function toggled(chosen: ReadonlySet<string>, choice: DeleteChoiceLine): Set<string> {
  const next = new Set(chosen);
  const all = stateOf(choice, chosen) === 'on';
  for (const id of leavesOf(choice))
    if (all) next.delete(id);
    else next.add(id);
  return next;
}

function stateOf(choice: DeleteChoiceLine, chosen: ReadonlySet<string>): ChoiceRow['state'] {
  const leaves = leavesOf(choice);
  const on = leaves.filter((id) => chosen.has(id)).length;
  return on === 0 ? 'off' : on === leaves.length ? 'on' : 'some';
}

function found(choice: DeleteChoiceLine, wanted: string): boolean {
  return choice.name.toLowerCase().includes(wanted) || choice.children.some((child) => found(child, wanted));
}

/** Returns which configurations select a choice: `used by fleet.yaml and lab.yaml`. */
export function usedBy({ requestedBy }: Pick<DeleteChoiceLine, 'requestedBy'>): string {
  return t('usedBy', { configurations: wordList(requestedBy) });
}
