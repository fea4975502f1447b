import { isMap, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { applyEdits, fieldPair, startOf, type TextEdit } from '../config/yaml-edits.ts';
import type { ContractReleaseChannel } from '../contract/upgrades.ts';
import { AirlockError } from '../errors/airlock-error.ts';

/**
 * A configuration with these release channels: entries of the same name are replaced, others stay, and so does all else
 * as it is written, comments included.
 * @param file names the text in errors
 * @throws AirlockError `config-invalid` for a text that is no mapping, or that is written in a way that cannot be changed
 */
export function withReleaseChannels(
  text: string,
  channels: readonly ContractReleaseChannel[],
  { file, architecture }: { file: string; architecture: string },
): string {
  const document = parseDocument(text);
  const root = document.contents;
  const [fault] = document.errors;
  if (fault || !isMap(root)) {
    const why = fault ? fault.message.split('\n')[0]! : 'there is no mapping in it';
    throw new AirlockError('config-invalid', `${file} is not a configuration that can be changed: ${why}`, {
      side: 'local',
      remedy: 'Correct it first, or choose another file.',
      at: { file },
    });
  }
  const edits = channelEdits(text, root as YAMLMap, channels, architecture);
  if (edits) return applyEdits(text, edits).text;
  // Written in one line, or empty: the place is written anew.
  for (const channel of channels) putChannel(document, channel);
  if (architecture !== 'amd64') document.setIn(['mirror', 'platform', 'architectures'], [architecture]);
  return document.toString({ lineWidth: 0 });
}

/** Undefined where the text is not written in lines. */
function channelEdits(
  text: string,
  root: YAMLMap,
  channels: readonly ContractReleaseChannel[],
  architecture: string,
): TextEdit[] | undefined {
  const mirror = fieldOf(root, 'mirror');
  if (!isMap(mirror) || mirror.flow) return undefined;
  const platform = fieldOf(mirror as YAMLMap, 'platform');
  if (platform === undefined) {
    const column = columnOf(text, startOf((mirror as YAMLMap).items[0]!.key as Node));
    const lines = [
      'platform:',
      ...(architecture === 'amd64' ? [] : ['  architectures:', `    - ${architecture}`]),
      '  channels:',
      ...channels.flatMap((channel) => entry(channel, '    ')),
    ];
    return [appended(text, mirror as YAMLMap, lines, column)];
  }
  if (!isMap(platform) || platform.flow || platform.items.length === 0) return undefined;
  const map = platform as YAMLMap;
  const column = columnOf(text, startOf(map.items[0]!.key as Node));
  const known = fieldOf(map, 'architectures');
  const names = isSeq(known) ? known.items.map(String) : ['amd64'];
  if (!names.includes(architecture)) return undefined;
  const list = fieldOf(map, 'channels');
  if (list === undefined)
    return [
      appended(text, map, ['channels:', ...channels.flatMap((channel) => entry(channel, '  '))], column),
    ];
  if (!isSeq(list) || list.flow || list.items.length === 0) return undefined;
  return entryEdits(text, list as YAMLSeq, channels);
}

function entryEdits(
  text: string,
  list: YAMLSeq,
  channels: readonly ContractReleaseChannel[],
): TextEdit[] | undefined {
  const items = list.items as Node[];
  if (items.some((item) => !isMap(item) || item.flow)) return undefined;
  const edits: TextEdit[] = [];
  const added: string[] = [];
  const hyphen = ' '.repeat(columnOf(text, startOf(list)));
  for (const channel of channels) {
    const same = items.find((item) => (item as YAMLMap).get('name') === channel.name);
    if (!same) {
      added.push(...entry(channel, hyphen));
      continue;
    }
    const indent = ' '.repeat(columnOf(text, startOf(same)));
    const [first, ...others] = fields(channel, same as YAMLMap);
    edits.push({
      start: startOf(same),
      end: contentEnd(text, same),
      text: [first, ...others.map((line) => indent + line)].join('\n'),
    });
  }
  if (added.length > 0) {
    const end = contentEnd(text, items.at(-1)!);
    edits.push({ start: end, end, text: `\n${added.join('\n')}` });
  }
  return edits;
}

/** Lines behind the last entry of a mapping. */
function appended(text: string, map: YAMLMap, lines: readonly string[], column: number): TextEdit {
  const end = contentEnd(text, map);
  const indent = ' '.repeat(column);
  return { start: end, end, text: lines.map((line) => `\n${indent}${line}`).join('') };
}

function entry(channel: ContractReleaseChannel, indent: string): string[] {
  return fields(channel).map((line, at) => `${indent}${at === 0 ? '- ' : '  '}${line}`);
}

/** @param before what else the entry says (`type`) stays */
function fields(
  { name, minVersion, maxVersion, shortestPath }: ContractReleaseChannel,
  before?: YAMLMap,
): string[] {
  const type = before?.get('type');
  return [
    `name: ${name}`,
    ...(typeof type === 'string' ? [`type: ${type}`] : []),
    ...(minVersion ? [`minVersion: ${minVersion}`] : []),
    ...(maxVersion ? [`maxVersion: ${maxVersion}`] : []),
    ...(shortestPath ? ['shortestPath: true'] : []),
  ];
}

function putChannel(document: ReturnType<typeof parseDocument>, channel: ContractReleaseChannel): void {
  const { name, minVersion, maxVersion, shortestPath } = channel;
  const value = document.createNode({
    name,
    ...(minVersion && { minVersion }),
    ...(maxVersion && { maxVersion }),
    ...(shortestPath && { shortestPath }),
  });
  const place = ['mirror', 'platform', 'channels'];
  const list = document.getIn(place);
  if (!isSeq(list) || list.items.length === 0) {
    document.setIn(place, document.createNode([]));
    document.addIn(place, value);
    const made = document.getIn(place);
    if (isSeq(made)) made.flow = false;
    return;
  }
  const at = list.items.findIndex((item) => isMap(item) && item.get('name') === name);
  if (at < 0) list.items.push(value);
  else list.items[at] = value;
}

function fieldOf(map: YAMLMap, name: string): Node | undefined {
  return fieldPair(map, name)?.value ?? undefined;
}

/** Behind the last character of what is written, without line ends and comments behind it. */
function contentEnd(text: string, node: Node): number {
  const [start = 0, end = 0] = node.range ?? [];
  const written = text.slice(start, end);
  const lines = written.split('\n');
  while (lines.length > 1 && /^\s*(#.*)?$/.test(lines.at(-1)!)) lines.pop();
  return start + lines.join('\n').trimEnd().length;
}

function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset - 1) - 1;
}
