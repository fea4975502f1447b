import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { resolved } from '../../../base/document/node-value.ts';
import { scalarValue } from '../../../base/document/plain-value.ts';
import { entriesOf, parseYaml } from '../../../image-set/config/go-yaml.ts';
import { t } from '../messages.ts';

/** A decoded YAML value of a chart. */
export type Value = string | number | boolean | null | Value[] | ValueMap;
export type ValueMap = { readonly [name: string]: Value };

/** The maximum number of nodes in a document with expanded aliases, which limits malicious files. */
const MOST_NODES = 500_000;

/**
 * Parses the first document of a text by the rules of Go's YAML library, which Helm uses; undefined if there is none.
 * @param scalars `text` leaves plain scalars unchanged, for versions
 * @throws Error with the parser's message
 */
export function readYaml(text: string, scalars: 'typed' | 'text' = 'typed'): Value | undefined {
  const { document, faults } = parseYaml(text);
  const fault = faults.find(({ harmless }) => !harmless);
  if (fault) throw new Error(fault.message);
  if (!document?.contents) return undefined;
  let nodes = 0;
  const toValue = (node: Node | null | undefined): Value => {
    if (++nodes > MOST_NODES) throw new Error(t('tooManyNodes', { limit: MOST_NODES }));
    const target = resolved(node);
    if (isMap(target))
      return Object.fromEntries(entriesOf(target).map(({ name, value }) => [name, toValue(value)]));
    if (isSeq(target)) return target.items.map((item) => toValue(item as Node));
    if (!isScalar(target)) return null;
    return scalars === 'typed' ? scalarValue(target) : String(target.value ?? '');
  };
  return toValue(document.contents);
}

export function isValueMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the documents of a stream as texts. Comments before the first `---` belong to the first. */
export function yamlDocuments(text: string): string[] {
  return text.split(/^---(?=\s|$).*$/m).filter((document) => /\S/.test(document));
}
