import { insertItem, removeValue, setValue } from '../../base/document/edit/edit.ts';
import { sameValue } from '../../base/document/node-value.ts';
import { valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { StatePart } from '../model/document.ts';
import type { NetworkState, Path } from '../model/model.ts';
import { asFields, asList, asText, type Fields } from '../model/values.ts';
import { canonicalInterface, canonicalRoute, canonicalRule } from './canonical.ts';
import type { Difference } from './differences.ts';

/** Returns the text of a state with all differences written into it. All other bytes stay the same. */
export function writtenInto(
  text: YamlText,
  part: StatePart,
  found: readonly Difference[],
  desired: NetworkState,
): YamlText {
  return inOrder(found).reduce((yaml, difference) => written(yaml, part, difference, desired), text);
}

/** Sorts fields first, then removed entries from the end, then new entries, so that positions in the text stay valid. */
function inOrder(found: readonly Difference[]): Difference[] {
  const complete = found.filter(({ field, of }) => field.length === 0 && of !== 'hostname');
  return [
    ...found.filter((difference) => !complete.includes(difference)),
    ...complete.filter(({ kind }) => kind === 'removed').reverse(),
    ...complete.filter(({ kind }) => kind !== 'removed'),
  ];
}

/** Writes one difference into the day-1 text, and changes nothing else. */
function written(yaml: YamlText, part: StatePart, difference: Difference, desired: NetworkState): YamlText {
  const { root, document, state } = part;
  const at = { document };
  const { of, kind, field, from, to } = difference;
  const set = (path: Path, value: unknown) => setValue(yaml, [...root, ...path], value, at);
  switch (of) {
    case 'interface': {
      const now = desired.interfaces[Number(difference.path[1])];
      const old = state.interfaces.find(
        (iface) =>
          iface.name === difference.iface!.name &&
          (now ? sameSpace(iface.type, now.type) : iface.type === difference.iface!.type),
      );
      if (field.length === 0)
        return now && kind === 'added'
          ? insertItem(yaml, [...root, 'interfaces'], Number.POSITIVE_INFINITY, now.fields, at)
          : old
            ? removeValue(yaml, [...root, ...old.path], at)
            : yaml;
      if (!old || !now) return yaml;
      if (field[0] === 'type') return set(old.path, now.fields);
      const [family] = field;
      if (field[1] === 'enabled' && to === false && (family === 'ipv4' || family === 'ipv6'))
        return set([...old.path, family], { enabled: false });
      if (field[0] === 'link-aggregation' && field[1] === 'mode')
        return withMode(yaml, [...root, ...old.path, 'link-aggregation'], old.fields, now.fields, document);
      const place = aliased(field, old.fields);
      const value =
        valueIn(now.fields, aliased(field, now.fields)) ?? valueIn(canonicalInterface(now), field);
      return value === undefined
        ? removeValue(yaml, [...root, ...old.path, ...place], at)
        : set([...old.path, ...place], value);
    }
    case 'route':
    case 'rule': {
      const canonical = of === 'route' ? canonicalRoute : canonicalRule;
      const list = of === 'route' ? ['routes', 'config'] : ['route-rules', 'config'];
      if (kind === 'added') {
        const entry = [...desired.routes, ...desired.rules].find(({ path }) => path === difference.path);
        return insertItem(yaml, [...root, ...list], Number.POSITIVE_INFINITY, entry?.fields ?? to, at);
      }
      // Positions are read again because earlier removals shift entries, and an entry can occur twice.
      const removed = asList(valueAt(yaml, [...root, ...list], document)).flatMap((entry, position) => {
        const fields = asFields(entry);
        const same = fields && fields.state !== 'absent' && sameValue(canonical(fields), from);
        return same ? [position] : [];
      });
      return removed.reduceRight(
        (text, position) => removeValue(text, [...root, ...list, position], at),
        yaml,
      );
    }
    case 'dns': {
      const value = asFields(asFields(desired.fields['dns-resolver'])?.config)?.[String(field[0])];
      const path = ['dns-resolver', 'config', String(field[0])];
      return kind === 'removed' ? removeValue(yaml, [...root, ...path], at) : set(path, value);
    }
    case 'mapping': {
      const list = asList(asFields(desired.fields.ovn)?.['bridge-mappings']);
      const path = ['ovn', 'bridge-mappings'];
      return list.length === 0 ? removeValue(yaml, [...root, ...path], at) : set(path, list);
    }
    case 'hostname':
      return set(['hostname', 'config'], to);
    default:
      return to === undefined
        ? removeValue(yaml, [...root, 'ovs-db', ...field], at)
        : set(['ovs-db', ...field], to);
  }
}

/** Writes another mode, without the options that the bond lost with the old mode. */
function withMode(yaml: YamlText, path: Path, before: Fields, after: Fields, document: number): YamlText {
  const [old, now] = [before, after].map((fields) => asFields(fields['link-aggregation']) ?? {});
  const saved = asFields(now!.options) ?? {};
  return Object.keys(asFields(old!.options) ?? {})
    .filter((name) => !(name in saved))
    .reduce(
      (text, name) => removeValue(text, [...path, 'options', name], { document }),
      setValue(yaml, [...path, 'mode'], now!.mode, { document }),
    );
}

function sameSpace(a: string | undefined, b: string | undefined): boolean {
  return a === b || a === undefined || b === undefined || (a === 'ovs-bridge') === (b === 'ovs-bridge');
}

/** Returns the path of a field with the name that the document uses: `port` can be `ports`, and `stp` can be a flag. */
function aliased(field: Path, fields: Fields): Path {
  const [first, second, third] = field;
  const block = asFields(fields[String(first)]);
  if (second === 'port' && block && !('port' in block) && 'ports' in block) return [first!, 'ports'];
  const options = asFields(block?.options);
  if (third === 'group-forward-mask' && options && 'group-fwd-mask' in options)
    return [first!, second!, 'group-fwd-mask'];
  if (third === 'stp' && options && asText(options.stp) !== undefined) return [first!, second!, third];
  return field;
}

function valueIn(fields: Fields, [key, ...rest]: Path): unknown {
  const value = fields[String(key)];
  if (rest.length === 0) return value;
  const inner = asFields(value);
  return inner && valueIn(inner, rest);
}
