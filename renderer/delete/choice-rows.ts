import { wordList } from '../../core/contract/documents/words.ts';
import type { DeleteChoiceLine } from '../../core/contract/topics/deletes.ts';

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

/** Ids that are meant by a choice: its own, or those of all leaves below it. */
export function leavesOf(choice: DeleteChoiceLine): string[] {
  return choice.children.length === 0 ? [choice.id] : choice.children.flatMap(leavesOf);
}

/**
 * The rows that are seen. With a search, all that it finds is open.
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
  const walk = (siblings: readonly DeleteChoiceLine[], level: number, whole: boolean) => {
    const seen = siblings.filter((choice) => whole || found(choice, wanted));
    for (const [index, choice] of seen.entries()) {
      const own = whole || choice.name.toLowerCase().includes(wanted);
      const open = choice.children.length > 0 && (opened.has(choice.id) || (wanted !== '' && !own));
      rows.push({ choice, level, open, state: stateOf(choice, chosen), at: index + 1, of: seen.length });
      if (open) walk(choice.children, level + 1, own);
    }
  };
  walk(choices, 1, wanted === '');
  return rows;
}

/** Chooses or leaves everything below a choice: what is chosen in part becomes chosen whole. */
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

/** Who asks for what more than one configuration asks for: `used by fleet.yaml and lab.yaml`. */
export function usedBy({ askedBy }: Pick<DeleteChoiceLine, 'askedBy'>): string {
  return `used by ${wordList(askedBy)}`;
}
