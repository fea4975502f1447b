import type { Field } from '../../base/document/fields.ts';
import { IMAGE_SET } from '../../image-set/config/fields.ts';

/** The type of a field's value. */
export type ConfigurationFieldType = 'text' | 'flag' | 'integer' | 'object' | 'textList' | 'objectList';

/** One field of an ImageSetConfiguration, with its description for editors. */
export interface ConfigurationField {
  /** `mirror.platform.channels[].name`: `[]` stands for any item of a list. */
  path: string;
  type: ConfigurationFieldType;
  /** Its description, in sentences. */
  doc: string;
  /** The allowed values, if the field is an enumeration. */
  values: readonly string[] | undefined;
  example: string;
}

const FIELDS = new Map([...explained(IMAGE_SET, '')].map((field) => [field.path, field]));

/** All fields of an ImageSetConfiguration `mirror.openshift.io/v2alpha1`. Fields of a mapping are in written order. */
export const CONFIGURATION_FIELDS: readonly ConfigurationField[] = [...FIELDS.values()];

/** Returns the field at a path such as `mirror.platform.channels[].name`. */
export function configurationField(path: string): ConfigurationField | undefined {
  return FIELDS.get(path);
}

/** Returns the fields allowed in the mapping at a path. An empty path is the top level of the file. */
export function fieldsBelow(path: string): ConfigurationField[] {
  return CONFIGURATION_FIELDS.filter((field) => parentOf(field.path) === path);
}

/** Returns the key of a field: the last part of its path. */
export function fieldName({ path }: Pick<ConfigurationField, 'path'>): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function* explained(field: Field, path: string): Generator<ConfigurationField> {
  if (field.kind === 'list') yield* explained(field.of, `${path}[]`);
  if (field.kind !== 'object') return;
  for (const [name, each] of Object.entries(field.fields)) {
    const at = path ? `${path}.${name}` : name;
    const { doc = '', example = '' } = each;
    yield { path: at, type: typeOf(each), doc, values: valuesOf(each), example };
    yield* explained(each, at);
  }
}

function typeOf(field: Field): ConfigurationFieldType {
  if (field.kind === 'list') return field.of.kind === 'object' ? 'objectList' : 'textList';
  return field.kind === 'object' || field.kind === 'flag' || field.kind === 'integer' ? field.kind : 'text';
}

function valuesOf(field: Field): readonly string[] | undefined {
  if (field.kind === 'flag') return ['true', 'false'];
  if (field.kind === 'list') return valuesOf(field.of);
  return field.kind === 'text' ? field.values : undefined;
}
