import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const DATA = join(import.meta.dirname, '..', '..', 'shared', 'data');

/** The text of a file of the collection by how its name ends. */
export function releaseFile(ending: string): string {
  const name = readdirSync(join(DATA, 'release')).find((file) => file.endsWith(ending));
  if (!name) throw new Error(`no ${ending} in ${DATA}/release`);
  return readFileSync(join(DATA, 'release', name), 'utf8');
}

/** A published schema of a kind. */
export interface Crd {
  kind: string;
  apiVersion: string;
  schema: Schema;
}

/** What the API server checks of a structural schema, as far as our objects' schemas use it. */
export interface Schema {
  type: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  enum?: string[];
}

export function violations(schema: Schema, value: unknown, path = ''): string[] {
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return [`${path} is not an array`];
    return value.flatMap((item, index) =>
      schema.items ? violations(schema.items, item, `${path}[${index}]`) : [],
    );
  }
  if (schema.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [`${path} is not an object`];
    const known = schema.properties;
    if (!known) return [];
    return [
      ...(schema.required ?? [])
        .filter((name) => !Object.hasOwn(value, name))
        .map((name) => `${path}.${name} is missing`),
      ...Object.entries(value).flatMap(([name, field]) =>
        known[name] ? violations(known[name], field, `${path}.${name}`) : [`${path}.${name} is unknown`],
      ),
    ];
  }
  if (schema.type !== typeof value) return [`${path} is not a ${schema.type}`];
  if (schema.pattern && !new RegExp(schema.pattern).test(String(value))) return [`${path} does not match`];
  if (schema.enum && !schema.enum.includes(String(value))) return [`${path} is not one of ${schema.enum}`];
  return [];
}

/** The first version of a CustomResourceDefinition of the collection. */
export function crd(ending: string): Crd {
  const { spec } = parse(releaseFile(ending));
  const [version] = spec.versions;
  return {
    kind: spec.names.kind as string,
    apiVersion: `${spec.group}/${version.name}`,
    schema: version.schema.openAPIV3Schema as Schema,
  };
}
