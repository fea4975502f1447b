import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { resolved } from '../../base/document/node-value.ts';
import { parseYamlDocuments } from '../../base/document/parse-yaml.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { yamlOf } from '../../base/document/yaml-of.ts';
import { AirlockError, type Location, type Problem } from '../../base/errors/airlock-error.ts';
import { byPackage } from './from-cluster.ts';
import { INVENTORY_KIND, type InstalledOperator, type Inventory, isName, isVersion } from './inventory.ts';

const HEAD = `# What a cluster runs: versions and package names, nothing else of it.
# Made by Airlock; \`airlock config suggest --installed FILE --to VERSION\` reads it.
`;
const FIELDS = ['kind', 'openShift', 'channel', 'operators'];
const OPERATOR_FIELDS = ['package', 'version', 'bundle', 'channel', 'catalog'] as const;
/** `registry.example:5000/path/catalog:v4.16`, without user info. */
const REFERENCE = /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)+(?:[:@][\w.:-]+)?$/;

/** An inventory as a small file, to be looked at, changed and carried. */
export function inventoryText({ openShift, channel, operators }: Inventory): string {
  const value = {
    kind: INVENTORY_KIND,
    openShift: openShift || undefined,
    channel: channel || undefined,
    operators: operators.map((operator) =>
      Object.fromEntries(
        OPERATOR_FIELDS.flatMap((field) => (operator[field] ? [[field, operator[field]]] : [])),
      ),
    ),
  };
  return HEAD + yamlOf(value, { lineWidth: 0 });
}

/**
 * Reads our own file, YAML or JSON, also one that was typed. Fields that it does not have are refused: what is left out by
 * mistake would be taken for not installed.
 * @param file its name in errors
 * @throws AirlockError `config-invalid` at the first fault, with all others as problems
 */
export function readInventoryFile(text: string, file: string): Inventory {
  const { documents, lines, errors } = parseYamlDocuments(text);
  const problems: Problem[] = [];
  const fault = (message: string, offset: number, path: string): void => {
    const { line, col } = lines.linePos(offset);
    problems.push({
      ...{ code: 'config-invalid', level: 'error', message, remedy: REMEDY },
      ...{ file, line, column: col, path: path || undefined },
    });
  };
  for (const error of errors) fault(error.message, error.pos[0], '');
  const root = resolved(documents[0]?.contents);
  if (isEmpty(root) && problems.length === 0) return { operators: [] };
  if (problems.length === 0 && !isMap(root))
    fault('it must be a mapping of fields', root?.range?.[0] ?? 0, '');
  const inventory =
    isMap(root) && problems.length === 0 ? readRoot(root as YAMLMap<Node, Node | null>, fault) : undefined;
  const [first] = problems;
  if (inventory && !first) return inventory;
  throw invalidInventory(first!.message, first!, problems);
}

const REMEDY = 'Write operators with package, version and channel, or have the file made from a cluster.';

/** @param at must name the file */
export function invalidInventory(message: string, at: Location, problems: Problem[] = []): AirlockError {
  const { file, line, column, path } = at;
  return new AirlockError('config-invalid', `${file}${line ? `:${line}` : ''}: ${message}`, {
    side: 'local',
    remedy: REMEDY,
    at: {
      file: file || undefined,
      line: line || undefined,
      column: column || undefined,
      path: path || undefined,
    },
    problems,
  });
}

type Fault = (message: string, offset: number, path: string) => void;
type Fields = Map<string, { value: Node | null; offset: number }>;

function readRoot(root: YAMLMap<Node, Node | null>, fault: Fault): Inventory {
  const fields = fieldsOf(root, FIELDS, '', fault);
  const kind = fields.get('kind');
  if (kind && textOf(kind.value) !== INVENTORY_KIND)
    fault(`kind must be ${INVENTORY_KIND}`, kind.offset, 'kind');
  const text = textReader(fields, '', fault);
  const openShift = text('openShift', isVersion, 'a version as 4.16.20');
  const channel = text('channel', isName, 'a channel as stable-4.16');
  const list = fields.get('operators');
  const operators: InstalledOperator[] = [];
  if (list?.value && isSeq(list.value)) {
    const seen = new Set<string>();
    for (const [index, item] of list.value.items.entries()) {
      const path = `operators[${index}]`;
      const offset = (item as Node).range?.[0] ?? list.offset;
      if (!isMap(item)) {
        fault(`${path} must have a package`, offset, path);
        continue;
      }
      const operator = readOperator(item as YAMLMap<Node, Node | null>, path, offset, fault);
      if (operator && seen.has(operator.package)) fault(`${operator.package} is there twice`, offset, path);
      if (operator) {
        seen.add(operator.package);
        operators.push(operator);
      }
    }
  } else if (list?.value && textOf(list.value) !== undefined)
    fault('operators must be a list', list.offset, 'operators');
  return {
    openShift: openShift || undefined,
    channel: channel || undefined,
    operators: operators.sort(byPackage),
  };
}

function readOperator(
  map: YAMLMap<Node, Node | null>,
  path: string,
  offset: number,
  fault: Fault,
): InstalledOperator | undefined {
  const fields = fieldsOf(map, OPERATOR_FIELDS, path, fault);
  const text = textReader(fields, path, fault);
  const name = text('package', isName, 'the name of a package');
  const version = text('version', isVersion, 'a version as 4.16.3');
  const bundle = text('bundle', isName, 'the name of a bundle');
  const channel = text('channel', isName, 'the name of a channel');
  const catalog = text(
    'catalog',
    (value): value is string => isName(value) || (typeof value === 'string' && REFERENCE.test(value)),
    'a well-known catalog (redhat-operators) or the reference of one',
  );
  if (name === undefined) {
    if (!fields.has('package')) fault(`${path} has no package`, offset, path);
    return undefined;
  }
  return {
    package: name,
    version: version || undefined,
    bundle: bundle || undefined,
    channel: channel || undefined,
    catalog: catalog || undefined,
  };
}

function fieldsOf(
  map: YAMLMap<Node, Node | null>,
  known: readonly string[],
  path: string,
  fault: Fault,
): Fields {
  const fields: Fields = new Map();
  for (const { key, value } of map.items) {
    const name = textOf(key) ?? '';
    const offset = key.range?.[0] ?? 0;
    if (known.includes(name)) fields.set(name, { value, offset });
    else fault(`"${name}" is no field of an inventory`, offset, path ? `${path}.${name}` : name);
  }
  return fields;
}

function textReader(fields: Fields, path: string, fault: Fault) {
  return (name: string, check: (value: unknown) => value is string, what: string): string | undefined => {
    const field = fields.get(name);
    if (!field?.value) return undefined;
    const value = textOf(field.value);
    if (check(value)) return value;
    const offset = field.value.range?.[0] ?? field.offset;
    fault(`${name} must be ${what}`, offset, path ? `${path}.${name}` : name);
    return undefined;
  };
}

function isEmpty(node: Node | undefined): boolean {
  return node === undefined || (isScalar(node) && scalarValue(node) === null);
}

/** As written: 4.10 is no number here. */
function textOf(node: Node | null): string | undefined {
  const target = resolved(node);
  return isScalar(target) && !isEmpty(target) ? String(target.value) : undefined;
}
