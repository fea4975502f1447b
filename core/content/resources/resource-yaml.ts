import { yamlOf } from '../../base/document/yaml-of.ts';

/** A Kubernetes object, as it is written to a file. */
export type Resource = Record<string, unknown> & { apiVersion: string; kind: string };

/**
 * One object as YAML in the form oc-mirror and `oc` write: keys sorted, two spaces, sequences not indented under their
 * key, nothing folded. Strings that a YAML 1.1 reader (as in Kubernetes) would take for a date, number or boolean are
 * quoted.
 */
export function resourceYaml(resource: Resource): string {
  return yamlOf(resource, {
    sortMapEntries: true,
    indentSeq: false,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** Several objects in one file, each preceded by `---`. */
export function resourcesYaml(resources: Resource[]): string {
  return resources.map((resource) => `---\n${resourceYaml(resource)}`).join('');
}

/**
 * Annotations of every object Airlock writes. Names, grouping and content of the objects are oc-mirror v2's; these two
 * are ours, so that nobody takes our objects for another tool's: `createdAt` is RFC 3339 in UTC, whole seconds.
 */
export function resourceAnnotations(createdAt: Date): Record<string, string> {
  return { createdAt: createdAt.toISOString().replace(/\.\d{3}Z$/, 'Z'), createdBy: 'airlock' };
}
