import { type Document, isMap, isScalar, isSeq, type Node } from 'yaml';
import { resolved } from '../../base/document/node-value.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { entriesOf, parseYaml } from '../../image-set/config/go-yaml.ts';
import { t } from './messages.ts';

/** The parts of a template for its CatalogSource. */
export interface CatalogSourceTemplate {
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
}

/** Fields that the cluster sets, which templates exported from a cluster have. */
const OF_THE_CLUSTER = [
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];

/**
 * Parses a `targetCatalogSourceTemplate` (oc-mirror v2: internal/pkg/clusterresources/clusterresources.go): everything
 * below `metadata` and `spec`.
 * @throws AirlockError `config-invalid` with the place if it is known
 */
export function readCatalogSourceTemplate(text: string): CatalogSourceTemplate {
  const { document, faults, lines } = parseYaml(text);
  const fault = faults.find(({ harmless }) => !harmless);
  if (fault) {
    const { line, col } = lines.linePos(fault.offset);
    throw new AirlockError('config-invalid', fault.message, { at: { line, column: col } });
  }
  const template = document?.contents ? plain(document.contents, document) : undefined;
  if (!isObject(template)) throw invalid(t('templateNotASource'));
  const { apiVersion, kind, metadata = {}, spec = {} } = template;
  if (apiVersion !== 'operators.coreos.com/v1alpha1')
    throw invalid(t('templateApiVersion', { value: String(JSON.stringify(apiVersion)) }));
  if (kind !== 'CatalogSource') throw invalid(t('templateKind', { value: String(JSON.stringify(kind)) }));
  if (!isObject(metadata) || !isObject(spec)) throw invalid(t('templateNotMappings'));
  if (metadata.annotations !== undefined && !isObject(metadata.annotations))
    throw invalid(t('templateAnnotations'));
  if (spec.sourceType && spec.sourceType !== 'grpc')
    throw invalid(t('templateSourceType', { value: String(JSON.stringify(spec.sourceType)) }));
  if (spec.configMap) throw invalid(t('templateConfigMap'));
  for (const field of OF_THE_CLUSTER) delete metadata[field];
  return { metadata, spec };
}

/** Returns plain values like Go's YAML library for Kubernetes. Null is the same as absent. */
function plain(node: Node, document: Document.Parsed, depth = 0): unknown {
  const target = resolved(node);
  if (depth > 100) throw invalid(t('templateNestedTooDeeply'));
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

function invalid(reason: string): AirlockError {
  return new AirlockError('config-invalid', reason);
}
