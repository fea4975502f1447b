import { compareBuild, parse, type SemVer } from 'semver';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { compileRe2, type LinearPattern } from '../../image-set/config/re2.ts';
import {
  assembleGraph,
  type BlockedEdge,
  type EdgeBlock,
  type OcpEdge,
  type OcpGraph,
  type OcpNode,
  type OcpRisk,
} from './graph.ts';
import { type BlockRule, type GraphData, type GraphDataFile, parseGraphData } from './graph-data-files.ts';
import { t } from './messages.ts';
import { byChannel, minorOf, minorText } from './version-order.ts';

/** The metadata of a release (`release-metadata` in its payload). */
export interface ReleaseFacts {
  version: string;
  payload?: string;
  /** Versions that update to it. */
  previous: readonly string[];
  /** Versions it updates to. */
  next?: readonly string[];
  errata?: string;
}

/** A version of graph-data whose updates are being determined. */
interface Member {
  version: string;
  semver: SemVer;
  minor: string;
  channels: Set<string>;
  tombstoneIn: string[];
}

type RawMetadata = ReadonlyMap<string, Record<string, string>>;

const PREFIX = 'io.openshift.upgrades.graph.';

/**
 * Combines graph-data with the metadata of releases, as an update service does: channels list the versions, releases list
 * the versions that update to them, raw metadata adds and removes updates, and blocked-edges withdraw updates or make them
 * conditional. A conditional update stays so, even if it is also withdrawn or removed. Only updates within a channel count.
 *
 * Releases without metadata get the updates that build-suggestions allow, each marked `suggested`, with a warning, because
 * the suggestions at build time may have been different.
 * @param options.architecture amd64, arm64, ppc64le, s390x or multi, which selects names with `+arch`
 * @throws AirlockError `graph-invalid` as `parseGraphData`
 */
export function readGraphData(
  files: Iterable<GraphDataFile>,
  options: { origin: string; architecture: string; releases?: Iterable<ReleaseFacts> },
): OcpGraph {
  const data = parseGraphData(files, options.origin);
  const { architecture } = options;
  const facts = new Map([...(options.releases ?? [])].map((release) => [release.version, release]));
  const members = membersOf(data, architecture);
  const updates = [
    ...recorded(members, facts, data.raw),
    ...suggested(members, facts, data.suggestions, architecture),
  ];
  const isRemoved = removals(data.raw, architecture);
  const problems = [...data.problems];
  const rules = rulesFor(data.rules, architecture, options.origin, problems);
  const edges: OcpEdge[] = [];
  const blocked: BlockedEdge[] = [];
  for (const edge of updates) {
    const verdict = judged(edge, rules.get(edge.to), architecture);
    // As in the service, only unconditional updates can be withdrawn or removed.
    if (verdict.risks.length > 0) edges.push({ ...edge, risks: verdict.risks });
    else if (isRemoved(edge)) continue;
    else if (verdict.blocks.length > 0)
      blocked.push({ from: edge.from, to: edge.to, blocks: verdict.blocks });
    else edges.push(edge);
  }
  if (edges.some((edge) => edge.suggested)) problems.push(suggestedWarning(members, facts, options.origin));
  return assembleGraph({
    architecture,
    nodes: members.map((member) => nodeOf(member, facts.get(member.version), data.raw, architecture)),
    edges,
    blocked,
    channels: data.channels.map(({ name }) => name),
    problems,
  });
}

/** Returns the versions of all channels for one architecture, ascending. */
function membersOf(data: GraphData, architecture: string): Member[] {
  const members = new Map<string, Member>();
  for (const { name, versions } of data.channels) {
    for (const written of versions) {
      const version = ofArchitecture(written, architecture);
      if (version === undefined) continue;
      const known = members.get(version);
      if (known) known.channels.add(name);
      else {
        const minor = minorText(minorOf(version)!);
        const semver = parse(version)!;
        members.set(version, { version, semver, minor, channels: new Set([name]), tombstoneIn: [] });
      }
    }
  }
  for (const { name, tombstones } of [...data.channels, ...data.internalChannels]) {
    for (const written of tombstones) {
      const member = members.get(ofArchitecture(written, architecture) ?? '');
      if (member && !member.tombstoneIn.includes(name)) member.tombstoneIn.push(name);
    }
  }
  return [...members.values()].sort((a, b) => compareBuild(a.semver, b.semver));
}

/** Returns the version of a release without architecture, or undefined if it is for another architecture. */
function ofArchitecture(written: string, architecture: string): string | undefined {
  const [version, built] = written.split('+');
  // Before `+arch` existed, releases for s390x had the architecture in their version.
  const marked = version!.endsWith('-s390x') ? 's390x' : built;
  return marked === undefined || marked === architecture ? version : undefined;
}

/** Returns the updates in the metadata of releases, and those that raw metadata adds. */
function recorded(
  members: readonly Member[],
  facts: ReadonlyMap<string, ReleaseFacts>,
  raw: ReadonlyMap<string, Record<string, string>>,
): OcpEdge[] {
  const known = new Map(members.map((member) => [member.version, member]));
  const pairs = new Map<string, OcpEdge>();
  const keyOf = (from: string, to: string) => `${from} ${to}`;
  const add = (from: string, to: string) => {
    const [source, target] = [known.get(from), known.get(to)];
    if (source && target && together(source, target)) pairs.set(keyOf(from, to), { from, to, risks: [] });
  };
  for (const { version, previous, next = [] } of facts.values()) {
    for (const from of previous) add(from, version);
    for (const to of next) add(version, to);
  }
  for (const version of raw.keys()) {
    for (const from of listed(raw, version, 'previous.add')) add(from, version);
    for (const to of listed(raw, version, 'next.add')) add(version, to);
  }
  return [...pairs.values()];
}

/** Returns the versions in a field of raw metadata. */
function listed(raw: RawMetadata, version: string, key: string): string[] {
  return (raw.get(version)?.[PREFIX + key] ?? '').split(',').flatMap((each) => each.trim() || []);
}

/** Returns whether raw metadata removes an update. An invalid pattern removes none. */
function removals(raw: RawMetadata, architecture: string): (edge: OcpEdge) => boolean {
  const patterns = new Map<string, LinearPattern>();
  for (const [version, { [`${PREFIX}previous.remove_regex`]: text }] of raw) {
    const compiled = text === undefined ? undefined : compileRe2(text);
    if (compiled && 'pattern' in compiled) patterns.set(version, compiled.pattern);
  }
  return ({ from, to }) => {
    const previous = listed(raw, to, 'previous.remove');
    return (
      previous.includes('*') ||
      previous.includes(from) ||
      listed(raw, from, 'next.remove').includes(to) ||
      (patterns.get(to)?.test(`${from}+${architecture}`) ?? false)
    );
  };
}

/** Returns the updates that build-suggestions allow to releases without metadata. */
function suggested(
  members: readonly Member[],
  facts: ReadonlyMap<string, ReleaseFacts>,
  suggestions: GraphData['suggestions'],
  architecture: string,
): OcpEdge[] {
  const sources = new Map<string, Member[]>();
  const sourcesOf = (minor: string): Member[] => {
    const known = sources.get(minor);
    if (known) return known;
    const sections = suggestions.get(minor);
    const ranges = sections?.get(architecture) ?? sections?.get('default') ?? [];
    const inRange = members.filter(({ version, semver }) =>
      ranges.some(
        ({ min, max, except }) =>
          !except.includes(version) && semver.compare(min) >= 0 && (!max || semver.compare(max) <= 0),
      ),
    );
    sources.set(minor, inRange);
    return inRange;
  };
  const order = new Map(members.map((member, at) => [member, at]));
  return members.flatMap((target) =>
    facts.has(target.version)
      ? []
      : sourcesOf(target.minor).flatMap((source): OcpEdge[] =>
          order.get(source)! < order.get(target)! && together(source, target)
            ? [{ from: source.version, to: target.version, risks: [], suggested: true }]
            : [],
        ),
  );
}

function together(a: Member, b: Member): boolean {
  for (const channel of a.channels) if (b.channels.has(channel)) return true;
  return false;
}

interface CompiledRule {
  rule: BlockRule;
  pattern: LinearPattern;
}

/** Returns the rules by target version. A conditional update of one architecture is withdrawn for the others, as in the service. */
function rulesFor(
  rules: readonly BlockRule[],
  architecture: string,
  origin: string,
  problems: Problem[],
): Map<string, CompiledRule[]> {
  const byTarget = new Map<string, CompiledRule[]>();
  for (const given of rules) {
    const own = ofArchitecture(given.to, architecture);
    if (own === undefined && !given.condition) continue;
    const to = own ?? given.to.split('+')[0]!;
    const rule: BlockRule = own === undefined ? { to, from: given.from } : given;
    const compiled = compileRe2(rule.from);
    if ('pattern' in compiled) {
      const known = byTarget.get(to) ?? [];
      byTarget.set(to, [...known, { rule, pattern: compiled.pattern }]);
      continue;
    }
    problems.push({
      code: 'graph-invalid',
      level: 'warning',
      message: t('ruleInvalid', { origin, version: rule.to, pattern: rule.from, reason: compiled.reason }),
      remedy: t('ruleInvalidRemedy'),
    });
  }
  return byTarget;
}

/** Matches the patterns with the version and its architecture, anywhere in it unless they have anchors. */
function judged(
  { from }: OcpEdge,
  rules: readonly CompiledRule[] = [],
  architecture: string,
): { blocks: EdgeBlock[]; risks: OcpRisk[] } {
  const blocks: EdgeBlock[] = [];
  const risks: OcpRisk[] = [];
  for (const { rule, pattern } of rules) {
    if (!pattern.test(`${from}+${architecture}`)) continue;
    const { condition, fixedIn, autoExtend } = rule;
    if (!condition) blocks.push({ from: rule.from });
    else risks.push({ ...condition, fixedIn: fixedIn || undefined, autoExtend: autoExtend || undefined });
  }
  return { blocks, risks };
}

function nodeOf(
  { version, channels, tombstoneIn }: Member,
  facts: ReleaseFacts | undefined,
  raw: ReadonlyMap<string, Record<string, string>>,
  architecture: string,
): OcpNode {
  return {
    version,
    architecture,
    payload: facts?.payload || undefined,
    errata: facts?.errata || undefined,
    channels: [...channels].sort(byChannel),
    tombstoneIn: tombstoneIn.length > 0 ? tombstoneIn.sort(byChannel) : undefined,
    metadata: raw.get(version) ?? {},
  };
}

function suggestedWarning(
  members: readonly Member[],
  facts: ReadonlyMap<string, ReleaseFacts>,
  origin: string,
): Problem {
  const unknown = members.filter(({ version }) => !facts.has(version)).length;
  return {
    code: 'upgrade-path',
    level: 'warning',
    message: t('updatesSuggested', { origin, unknown, count: members.length }),
    remedy: t('updatesSuggestedRemedy'),
  };
}
