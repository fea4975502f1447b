import { type FileField, fieldAt, INSTALL_CONFIG } from '../../../core/contract/documents/install-config.ts';

/** How a field is shown and written. `path` is in keys of the file, from its root or from an item of a list. */
export interface Field {
  path: readonly (string | number)[];
  label: string;
  kind: 'text' | 'number' | 'flag' | 'choice' | 'tokens' | 'block' | 'secret';
  note?: string;
  /** The options of a choice. The first one is the meaning of an absent field. */
  options?: readonly string[];
  /** Names to choose from while typing. */
  suggestions?: readonly string[];
  placeholder?: string;
  /** Each item of the list is a mapping with this one key. */
  item?: string | undefined;
  wide?: boolean;
}

/** A list of items of one kind: a table, and a form for the selected item. */
export interface ItemList {
  path: readonly (string | number)[];
  title: string;
  /** Shown next to the title. */
  note?: string;
  /** The most items, and why there can't be more. */
  full?: { at: number; reason: string };
  /** Shown while the list has no items. */
  empty: string;
  /** Text of the button that adds an item. */
  add: string;
  /** Text of the button that removes the selected item. */
  remove: string;
  /** Returns the name of an item by its number, such as `vCenter 2`. */
  item: (number: number) => string;
  fields: readonly Field[];
  /** Fields that are columns of the table, by their label; the first names the item. */
  columns: readonly string[];
  /** Returns the value of a new item. */
  fresh: (position: number) => unknown;
}

/**
 * Returns a function that creates the fields below a path of the file. A number in the path means the elements of a list.
 * The kind of a field follows from the schema of install-config.yaml.
 */
export function fieldsAt(base: Field['path']) {
  return (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
    ...shownAs(fieldAt(INSTALL_CONFIG, [...base, ...path])),
    label,
    path,
    ...more,
  });
}

function shownAs(field: FileField | undefined): Pick<Field, 'kind' | 'options' | 'item'> {
  if (field?.kind === 'integer') return { kind: 'number' };
  if (field?.kind === 'flag') return { kind: 'flag' };
  if (field?.kind === 'list')
    return { kind: 'tokens', item: field.of.kind === 'object' ? Object.keys(field.of.fields)[0] : undefined };
  if (field?.kind !== 'text') return { kind: 'text' };
  if (field.values)
    return { kind: 'choice', options: field.absent === undefined ? ['', ...field.values] : field.values };
  return { kind: field.secret ? 'secret' : 'text' };
}

export interface Section {
  id: SectionId;
  label: string;
  /** Path prefixes of the problems that this section shows. */
  owns: readonly string[];
  fields: readonly Field[];
  lists: readonly ItemList[];
}

export type SectionId =
  | 'cluster'
  | 'vcenters'
  | 'failure-domains'
  | 'hosts'
  | 'nodes'
  | 'networking'
  | 'mirror'
  | 'secrets';
