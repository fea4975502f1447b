import { type Document, isMap, isScalar, isSeq, type Node } from 'yaml';
import { resolved } from '../../base/document/node-value.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { entriesOf, parseYaml } from '../../image-set/config/go-yaml.ts';

/** What a template gives to the CatalogSource that is made of it. */
export interface CatalogSourceTemplate {
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
}

/** Set by the cluster; a template that was exported from one has them. */
const OF_THE_CLUSTER = [
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];

/**
 * Reads a `targetCatalogSourceTemplate` (oc-mirror v2: internal/pkg/clusterresources/clusterresources.go): everything
 * below `metadata` and `spec`, whatever it is.
 * @throws AirlockError `config-invalid` with the place where it is known
 */
export function readCatalogSourceTemplate(text: string): CatalogSourceTemplate {
  const { document, faults, lines } = parseYaml(text);
  const fault = faults.find(({ harmless }) => !harmless);
  if (fault) {
    const { line, col } = lines.linePos(fault.offset);
    throw new AirlockError('config-invalid', fault.message, { at: { line, column: col } });
  }
  const template = document?.contents ? plain(document.contents, document) : undefined;
  if (!isObject(template)) throw invalid('it is no CatalogSource');
  const { apiVersion, kind, metadata = {}, spec = {} } = template;
  if (apiVersion !== 'operators.coreos.com/v1alpha1')
    throw invalid(`its apiVersion is ${JSON.stringify(apiVersion)}, not operators.coreos.com/v1alpha1`);
  if (kind !== 'CatalogSource') throw invalid(`its kind is ${JSON.stringify(kind)}, not CatalogSource`);
  if (!isObject(metadata) || !isObject(spec)) throw invalid('its metadata and spec must be mappings');
  if (metadata.annotations !== undefined && !isObject(metadata.annotations))
    throw invalid('its annotations must be a mapping');
  if (spec.sourceType && spec.sourceType !== 'grpc')
    throw invalid(`its sourceType is ${JSON.stringify(spec.sourceType)}, not grpc`);
  if (spec.configMap) throw invalid('it has a configMap, but its catalog is an image');
  for (const field of OF_THE_CLUSTER) delete metadata[field];
  return { metadata, spec };
}

/** Plain values, as Go's YAML library reads them for Kubernetes; null is the same as absent. */
function plain(node: Node, document: Document.Parsed, depth = 0): unknown {
  const target = resolved(node);
  if (depth > 100) throw invalid('it is nested too deeply');
  if (isMap(target))
    return Object.fromEntries(
      entriesOf(target).flatMap(({ name, value }) => {
        const read = value && plain(value, document, depth + 1);
        return read === undefined || read === null ? [] : [[name, read]];
      }),
    );
  if (isSeq(target)) return target.items.map((item) => plain(item as Node, document, depth + 1) ?? null);
  return isScalar(target) ? scalarValue(target) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(what: string): AirlockError {
  return new AirlockError('config-invalid', what);
}
