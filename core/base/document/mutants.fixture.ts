import { parse, stringify } from 'yaml';

/** A document that differs from a valid one in one field. */
export interface Mutant {
  /** The change, for messages. */
  change: string;
  text: string;
}

/** Returns mutants of a document in which one field is removed, empty, misspelled, broken, text or, if it is in a list, duplicated. */
export function mutantsOf(text: string): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (change: string, path: Path, edit: (holder: Holder, key: string | number) => void) => {
    const copy = parse(text) as Holder;
    const holder = path.slice(0, -1).reduce<Holder>((value, key) => value[key] as Holder, copy);
    edit(holder, path.at(-1)!);
    mutants.push({ change: `${path.join('.')} ${change}`, text: stringify(copy) });
  };
  const visit = (value: unknown, path: Path): void => {
    if (path.length > 0) {
      add('removed', path, (holder, key) => {
        if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[key];
      });
      add('empty', path, (holder, key) => {
        holder[key] = null;
      });
      if (typeof path.at(-1) === 'string')
        add('misspelled', path, (holder, key) => {
          holder[`${key}x`] = value;
          delete holder[key];
        });
      else
        add('duplicated', path, (holder) => {
          (holder as unknown as unknown[]).push(structuredClone(value));
        });
      if (typeof value !== 'object')
        add('broken', path, (holder, key) => {
          holder[key] = broken(value);
        });
      if (typeof value !== 'string')
        add('text', path, (holder, key) => {
          holder[key] = 'text';
        });
    }
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value))
      visit((value as Holder)[key], [...path, Array.isArray(value) ? Number(key) : key]);
  };
  visit(parse(text), []);
  return mutants;
}

type Path = (string | number)[];
type Holder = Record<string | number, unknown>;

function broken(value: unknown): unknown {
  if (typeof value === 'number') return 5_000_000_000;
  return typeof value === 'string' ? `${value}-9` : 'perhaps';
}
