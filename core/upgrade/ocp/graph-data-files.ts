import { parse as parseVersion } from 'semver';
import { z } from 'zod';
import { listOf, mapOf } from '../../base/document/list-schema.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** A file of graph-data, with its path below the root (`channels/stable-4.18.yaml`). */
export interface GraphDataFile {
  name: string;
  content: string;
}

/** A file of `channels/` or `internal-channels/`. Versions may end in `+arch`. */
export interface ChannelFile {
  name: string;
  versions: string[];
  tombstones: string[];
}

/** A file of `blocked-edges/`. */
export interface BlockRule {
  to: string;
  from: string;
  /** Makes the update conditional. Without it, the update is withdrawn. */
  condition?: {
    name: string;
    url: string;
    message: string;
    matchingRules: { type: string; promql?: { promql: string } }[];
  };
  fixedIn?: string;
  autoExtend?: string;
}

/** Versions that can be updated to later builds of a minor version: a range with both ends, without the exceptions. */
export interface Suggestion {
  min: string;
  max?: string;
  except: readonly string[];
}

/** The content of graph-data. */
export interface GraphData {
  channels: ChannelFile[];
  /** Channels from which the others are built, read for their tombstones. */
  internalChannels: ChannelFile[];
  rules: BlockRule[];
  /** By minor version (`4.18`), then architecture. `default` is for all others. */
  suggestions: Map<string, Map<string, Suggestion[]>>;
  /** Metadata for releases without their own, by version. */
  raw: Map<string, Record<string, string>>;
  /** Invalid files, which update services ignore too. */
  problems: Problem[];
}

const text = z.string();
const version = text.refine((value) => parseVersion(value) !== null, { error: t('notVersion') });
const Channel = z.object({
  name: text,
  versions: listOf(version).nullish(),
  tombstones: listOf(version).nullish(),
});
const Pattern = { to: version, from: text };
const Condition = z.object({
  ...Pattern,
  name: text,
  url: text,
  message: text,
  matchingRules: listOf(z.object({ type: text, promql: z.object({ promql: text }).optional() })),
  fixedIn: text.optional(),
  autoExtend: text.optional(),
});
/** Services ignore files with other fields (openshift/cincinnati#919). */
const Withdrawal = z.object(Pattern);
const Ranges = z.object({
  minor_min: version.nullish(),
  minor_max: version.nullish(),
  minor_block_list: listOf(text).nullish(),
  z_min: version.nullish(),
  z_max: version.nullish(),
  z_block_list: listOf(text).nullish(),
});
const Suggestions = z.union([z.object({ min_versions: listOf(version) }), mapOf(Ranges)]);
const Raw = mapOf(mapOf(text));

/** Supported schema versions of graph-data: 1.x.0 up to this x. */
const NEWEST_SCHEMA = 2;

/**
 * Reads the files of graph-data. An invalid file is a warning, as for update services.
 * @param origin its name in messages
 * @throws AirlockError `graph-invalid` without a channel among the files, for a schema of another major version, and for
 * invalid raw metadata
 */
export function parseGraphData(files: Iterable<GraphDataFile>, origin: string): GraphData {
  const data: GraphData = {
    channels: [],
    internalChannels: [],
    rules: [],
    suggestions: new Map(),
    raw: new Map(),
    problems: [],
  };
  const readRule = ruleReader();
  const readers: Record<string, (file: GraphDataFile) => void> = {
    channels: ({ content }) => data.channels.push(readChannel(content)),
    'internal-channels': ({ content }) => data.internalChannels.push(readChannel(content)),
    'blocked-edges': ({ content }) => data.rules.push(readRule(content)),
    'build-suggestions': ({ name, content }) => {
      const minor = /(?<!\d)(\d+\.\d+)\.ya?ml$/.exec(name)?.[1];
      if (minor) data.suggestions.set(minor, readSuggestions(minor, content));
    },
  };
  for (const file of files) {
    if (file.name === 'version') checkSchema(file.content, origin, data.problems);
    else if (file.name === 'raw/metadata.json') data.raw = readRaw(file.content, origin);
    const read = /^([^/]+)\/[^/]+\.ya?ml$/.exec(file.name)?.[1];
    try {
      if (read && Object.hasOwn(readers, read)) readers[read]!(file);
    } catch (error) {
      const message = t('fileIgnored', { origin, file: file.name, reason: reasonOf(error) });
      const remedy = t('fileIgnoredRemedy');
      data.problems.push({ code: 'graph-invalid', level: 'warning', message, remedy, file: file.name });
    }
  }
  if (data.channels.length === 0) throw invalid(origin, t('channelsMissing'));
  return data;
}

function checkSchema(content: string, origin: string, problems: Problem[]): void {
  const schema = content.trim();
  const parsed = parseVersion(schema);
  if (parsed?.major !== 1) throw invalid(origin, t('schemaUnsupported', { schema }));
  if (parsed.minor <= NEWEST_SCHEMA) return;
  const message = t('schemaNewer', { origin, schema, newest: NEWEST_SCHEMA });
  const remedy = t('schemaNewerRemedy');
  problems.push({ code: 'graph-invalid', level: 'warning', message, remedy });
}

const PLAIN_ITEM = /^- (\d[\w.+-]*)[ \t]*(?: #.*)?\r?$/;

/** Reads a channel. Its long list of versions is read line by line, because parsing it as YAML takes most of the time. */
function readChannel(content: string): ChannelFile {
  const lines = content.split('\n');
  const start = lines.findIndex((line) => /^versions:\s*$/.test(line));
  const versions: string[] = [];
  let rest = content;
  if (start >= 0) {
    let end = start + 1;
    for (; end < lines.length; end++) {
      const item = PLAIN_ITEM.exec(lines[end]!)?.[1];
      if (item) versions.push(item);
      else if (!/^\s*(#.*)?$/.test(lines[end]!)) break;
    }
    const complete = end === lines.length || /^[A-Za-z]/.test(lines[end]!);
    if (complete) rest = [...lines.slice(0, start), ...lines.slice(end)].join('\n');
    else versions.length = 0;
  }
  const channel = Channel.parse(yamlValue(rest));
  const all = [...versions, ...(channel.versions ?? [])];
  for (const each of versions) version.parse(each);
  return { name: channel.name, versions: all, tombstones: channel.tombstones ?? [] };
}

const PLAIN_LINE = /^(to|from|fixedIn):[ \t]+([\w.^(\\](?:[^\r\n]*[^\s])?)[ \t]*\r?$/gm;

/**
 * Returns a reader of rules. Most files repeat another one for another version, so the part other than `to`, `from` and
 * `fixedIn` is parsed once for all of them.
 */
function ruleReader(): (content: string) => BlockRule {
  const bodies = new Map<string, unknown>();
  return (content) => {
    const plain: Record<string, string> = {};
    const body = content.replace(PLAIN_LINE, (line, key: string, value: string) => {
      const scalar = value.replace(/(?<![ \t])[ \t]+#.*$/s, '');
      if (key in plain || /: |:$/.test(scalar) || (key !== 'from' && !parseVersion(scalar))) return line;
      plain[key] = scalar;
      return '';
    });
    const known = bodies.get(body);
    const parsed = known === undefined ? yamlValue(body) : known;
    if (known === undefined) bodies.set(body, parsed);
    const fields = typeof parsed === 'object' ? parsed : undefined;
    const rule = { ...fields, ...plain };
    if (Object.keys(rule).every((key) => key === 'to' || key === 'from')) return Withdrawal.parse(rule);
    const { name, url, message, matchingRules, fixedIn, autoExtend, to, from } = Condition.parse(rule);
    const rules = matchingRules.map(({ type, promql }) => ({ type, promql }));
    return { to, from, condition: { name, url, message, matchingRules: rules }, fixedIn, autoExtend };
  };
}

function readSuggestions(minor: string, content: string): Map<string, Suggestion[]> {
  const parsed = Suggestions.parse(yamlValue(content));
  if ('min_versions' in parsed && Array.isArray(parsed.min_versions)) {
    const ranges = parsed.min_versions.map((min) => {
      const { major, minor: number } = parseVersion(min)!;
      return { min, max: `${major}.${number}.9999`, except: [] };
    });
    return new Map([['default', ranges]]);
  }
  const sections = Object.entries(parsed as Record<string, z.infer<typeof Ranges>>);
  return new Map(
    sections.map(([architecture, ranges]) => {
      const { minor_min, minor_max, minor_block_list, z_min, z_max, z_block_list } = ranges;
      const range = (min: string, max: string | null | undefined, except: string[] | null | undefined) => {
        const { major, minor: number } = parseVersion(min)!;
        return { min, max: max ?? `${major}.${number}.9999`, except: except ?? [] };
      };
      return [
        architecture,
        [
          ...(minor_min ? [range(minor_min, minor_max, minor_block_list)] : []),
          range(z_min ?? `${minor}.0`, z_max, z_block_list),
        ],
      ];
    }),
  );
}

function readRaw(content: string, origin: string): Map<string, Record<string, string>> {
  try {
    return new Map(Object.entries(Raw.parse(JSON.parse(content))));
  } catch (error) {
    throw invalid(origin, `raw/metadata.json: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const issue = error.issues[0]!;
    return t('fieldInvalid', { field: issue.path.join('.') || t('fileItself'), reason: issue.message });
  }
  return (error as Error).message.split('\n')[0]!;
}

function invalid(origin: string, reason: string): AirlockError {
  return new AirlockError('graph-invalid', t('graphDataInvalid', { origin, reason }), {
    remedy: t('graphDataInvalidRemedy'),
  });
}
