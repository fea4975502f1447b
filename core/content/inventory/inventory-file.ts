import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { resolved } from '../../base/document/node-value.ts';
import { parseYamlDocuments } from '../../base/document/parse-yaml.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { yamlOf } from '../../base/document/yaml-of.ts';
import { AirlockError, type Location, type Problem } from '../../base/errors/airlock-error.ts';
import { byPackage } from './from-cluster.ts';
import { INVENTORY_KIND, type InstalledOperator, type Inventory, isName, isVersion } from './inventory.ts';
import { t } from './messages.ts';

const HEAD = `# ${t('fileComment')}
# ${t('commandComment')}
`;
const FIELDS = ['kind', 'openShift', 'channel', 'operators'];
const OPERATOR_FIELDS = ['package', 'version', 'bundle', 'channel', 'catalog'] as const;
/** `registry.example:5000/path/catalog:v4.16`, without user info. */
const REFERENCE = /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)+(?:[:@][\w.:-]+)?$/;

/** Returns an inventory as a small file, to read, edit and transfer. */
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
 * Reads Airlock's own inventory file, YAML or JSON, also one written by hand. Unknown fields are rejected, because a
 * misspelled field would count as not installed.
 * @param file its name in errors
 * @throws AirlockError `config-invalid` at the first fault, with all others as problems
 */
export function readInventoryFile(text: string, file: string): Inventory {
  const { documents, lines, errors } = parseYamlDocuments(text);
  const problems: Problem[] = [];
  const fault = (message: string, offset: number, path: string): void => {
    const { line, col } = lines.linePos(offset);
    problems.push({
      ...{ code: 'config-invalid', level: 'error', message, remedy: t('invalidRemedy') },
      ...{ file, line, column: col, path: path || undefined },
    });
  };
  for (const error of errors) fault(error.message, error.pos[0], '');
  const root = resolved(documents[0]?.contents);
  if (isEmpty(root) && problems.length === 0) return { operators: [] };
  if (problems.length === 0 && !isMap(root)) fault(t('mappingExpected'), root?.range?.[0] ?? 0, '');
  const inventory =
    isMap(root) && problems.length === 0 ? readRoot(root as YAMLMap<Node, Node | null>, fault) : undefined;
  const [first] = problems;
  if (inventory && !first) return inventory;
  throw invalidInventory(first!.message, first!, problems);
}

/** Returns the error of an invalid inventory. @param at must contain the file */
export function invalidInventory(message: string, at: Location, problems: Problem[] = []): AirlockError {
  const { file, line, column, path } = at;
  const place = `${file}${line ? `:${line}` : ''}`;
  return new AirlockError('config-invalid', t('invalid', { place, problem: message }), {
    side: 'local',
    remedy: t('invalidRemedy'),
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
    fault(t('kindInvalid', { kind: INVENTORY_KIND }), kind.offset, 'kind');
  const text = textReader(fields, '', fault);
  const openShift = text('openShift', isVersion, (field) =>
    t('versionInvalid', { field, example: '4.16.20' }),
  );
  const channel = text('channel', isName, (field) => t('channelInvalid', { field }));
  const list = fields.get('operators');
  const operators: InstalledOperator[] = [];
  if (list?.value && isSeq(list.value)) {
    const seen = new Set<string>();
    for (const [index, item] of list.value.items.entries()) {
      const path = `operators[${index}]`;
      const offset = (item as Node).range?.[0] ?? list.offset;
      if (!isMap(item)) {
        fault(t('packageExpected', { entry: path }), offset, path);
        continue;
      }
      const operator = readOperator(item as YAMLMap<Node, Node | null>, path, offset, fault);
      if (operator && seen.has(operator.package))
        fault(t('packageTwice', { package: operator.package }), offset, path);
      if (operator) {
        seen.add(operator.package);
        operators.push(operator);
      }
    }
  } else if (list?.value && textOf(list.value) !== undefined)
    fault(t('listExpected'), list.offset, 'operators');
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
  const name = text('package', isName, (field) => t('nameInvalid', { field, kind: 'package' }));
  const version = text('version', isVersion, (field) => t('versionInvalid', { field, example: '4.16.3' }));
  const bundle = text('bundle', isName, (field) => t('nameInvalid', { field, kind: 'bundle' }));
  const channel = text('channel', isName, (field) => t('nameInvalid', { field, kind: 'channel' }));
  const catalog = text(
    'catalog',
    (value): value is string => isName(value) || (typeof value === 'string' && REFERENCE.test(value)),
    (field) => t('catalogInvalid', { field }),
  );
  if (name === undefined) {
    if (!fields.has('package')) fault(t('packageMissing', { entry: path }), offset, path);
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
    else fault(t('fieldUnknown', { field: name }), offset, path ? `${path}.${name}` : name);
  }
  return fields;
}

function textReader(fields: Fields, path: string, fault: Fault) {
  return (
    name: string,
    check: (value: unknown) => value is string,
    problem: (field: string) => string,
  ): string | undefined => {
    const field = fields.get(name);
    if (!field?.value) return undefined;
    const value = textOf(field.value);
    if (check(value)) return value;
    const offset = field.value.range?.[0] ?? field.offset;
    fault(problem(name), offset, path ? `${path}.${name}` : name);
    return undefined;
  };
}

function isEmpty(node: Node | undefined): boolean {
  return node === undefined || (isScalar(node) && scalarValue(node) === null);
}

/** Returns a scalar as written, so that 4.10 isn't read as a number. */
function textOf(node: Node | null): string | undefined {
  const target = resolved(node);
  return isScalar(target) && !isEmpty(target) ? String(target.value) : undefined;
}
