import { yamlOf } from '../../base/document/yaml-of.ts';

/** A Kubernetes object for a file. */
export type Resource = Record<string, unknown> & { apiVersion: string; kind: string };

/**
 * Returns one object as YAML in the format of oc-mirror and `oc`: sorted keys, two spaces, sequences not indented below
 * their key, and nothing folded. Strings that a YAML 1.1 reader (as in Kubernetes) would parse as a date, number or
 * boolean are quoted.
 */
export function resourceYaml(resource: Resource): string {
  return yamlOf(resource, {
    sortMapEntries: true,
    indentSeq: false,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** Returns several objects for one file, each preceded by `---`. */
export function resourcesYaml(resources: Resource[]): string {
  return resources.map((resource) => `---\n${resourceYaml(resource)}`).join('');
}

/**
 * Returns the annotations of every object that Airlock writes. The names, groups and content of the objects are those of
 * oc-mirror v2. These two annotations distinguish them from objects of other tools. `createdAt` is RFC 3339 in UTC, in
 * seconds.
 */
export function resourceAnnotations(createdAt: Date): Record<string, string> {
  return { createdAt: createdAt.toISOString().replace(/\.\d{3}Z$/, 'Z'), createdBy: 'airlock' };
}
