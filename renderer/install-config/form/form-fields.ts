/** How a field is shown and written. `path` is in keys of the file, from its root or from an item of a list. */
export interface Field {
  path: readonly (string | number)[];
  label: string;
  kind: 'text' | 'number' | 'flag' | 'choice' | 'tokens' | 'block' | 'secret';
  note?: string;
  /** Of a choice; the first is what an absent field means. */
  options?: readonly string[];
  /** Names to choose from while typing. */
  suggestions?: readonly string[];
  placeholder?: string;
  /** Each item of the list is a mapping with this one key. */
  item?: string;
  wide?: boolean;
}

/** A list of things of one kind: a table with a form for the chosen one. */
export interface ItemList {
  path: readonly (string | number)[];
  /** `vCenters` */
  title: string;
  /** `vCenter` */
  one: string;
  /** Beside the title. */
  note?: string;
  fields: readonly Field[];
  /** Fields that are columns of the table, by their label; the first names the item. */
  columns: readonly string[];
  /** What a new one begins with. */
  fresh: (position: number) => unknown;
}

export const text = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  kind: 'text',
  label,
  path,
  ...more,
});
export const number = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  ...text(label, path, more),
  kind: 'number',
});
export const choice = (
  label: string,
  path: Field['path'],
  options: readonly string[],
  more: Partial<Field> = {},
): Field => ({ ...text(label, path, more), kind: 'choice', options });
export const flag = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  ...text(label, path, more),
  kind: 'flag',
});
export const tokens = (label: string, path: Field['path'], more: Partial<Field> = {}): Field => ({
  ...text(label, path, more),
  kind: 'tokens',
});

export interface Section {
  id: SectionId;
  label: string;
  /** Beginnings of the paths of problems that belong here. */
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
