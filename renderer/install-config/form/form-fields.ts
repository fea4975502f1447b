import { type FileField, fieldAt, INSTALL_CONFIG } from '../../../core/contract/documents/install-config.ts';

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
  item?: string | undefined;
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

/**
 * Returns what makes the fields below a path of the file; any number in it stands for the elements of a list. How a field is
 * shown follows from the table of install-config.yaml.
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
