import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { resolved } from '../../../base/document/node-value.ts';
import { scalarValue } from '../../../base/document/plain-value.ts';
import { entriesOf, parseYaml } from '../../../image-set/config/go-yaml.ts';

/** What YAML of charts decodes to. */
export type Value = string | number | boolean | null | Value[] | ValueMap;
export type ValueMap = { readonly [name: string]: Value };

/** Nodes of one document, aliases followed: a file that stands for more was made to fill memory. */
const MOST_NODES = 500_000;

/**
 * The first document of a text by the rules of Go's YAML library, which Helm uses; undefined when there is none.
 * @param scalars `text` leaves plain scalars as they are written: versions stay what they are.
 * @throws Error with the parser's words
 */
export function readYaml(text: string, scalars: 'typed' | 'text' = 'typed'): Value | undefined {
  const { document, faults } = parseYaml(text);
  const fault = faults.find(({ harmless }) => !harmless);
  if (fault) throw new Error(fault.message);
  if (!document?.contents) return undefined;
  let nodes = 0;
  const toValue = (node: Node | null | undefined): Value => {
    if (++nodes > MOST_NODES) throw new Error(`it has more than ${MOST_NODES} nodes`);
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

/** The documents of a stream, each as text; comments before the first `---` go with the first. */
export function yamlDocuments(text: string): string[] {
  return text.split(/^---(?=\s|$).*$/m).filter((document) => /\S/.test(document));
}
