import type { RequestInput } from '../../../core/contract/contract.ts';
import type {
  KnownVersions,
  UpgradeArchitecture,
  UpgradeSource,
  UpgradeWay,
} from '../../../core/contract/topics/upgrades.ts';

/** What is asked, as the address holds it: a reload or a link brings it back. */
export interface UpgradeQuestion {
  from: string;
  to: string;
  channel: string;
  architecture: UpgradeArchitecture;
  source: UpgradeSource['kind'];
  file: string;
  avoidRisks: boolean;
  way: UpgradeWay;
  /** Versions to come through, as they are typed. */
  via: string;
  /** One configuration for each update. */
  perHop: boolean;
}

/** Parts of the address that the question for OpenShift and the plan have in common. */
export const SHARED = [
  'from',
  'to',
  'channel',
  'arch',
  'source',
  'file',
  'avoid',
  'way',
  'via',
  'catalogs',
  'operators',
] as const;
export const CHANNELS = ['stable', 'fast', 'eus', 'candidate'] as const;
export const ARCHITECTURES: readonly UpgradeArchitecture[] = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];
export const WAYS: Readonly<Record<UpgradeWay, string>> = {
  shortest: 'the fewest updates',
  'fewest-risks': 'the fewest risks',
  eus: 'EUS to EUS, pools paused',
};

export const SOURCES: Readonly<Record<UpgradeSource['kind'], string>> = {
  service: 'update service',
  kept: 'kept on this host',
  file: 'file or folder',
};

/** The question that an address holds. @param source where the graph is from when the address does not say */
export function questionIn(query: URLSearchParams, source: UpgradeSource['kind']): UpgradeQuestion {
  return {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    channel: query.get('channel') ?? 'stable',
    architecture: architectureIn(query.get('arch')) ?? 'amd64',
    source: sourceIn(query.get('source')) ?? source,
    file: query.get('file') ?? '',
    avoidRisks: query.get('avoid') === 'yes',
    way: wayIn(query.get('way')),
    via: query.get('via') ?? '',
    perHop: query.get('hops') === 'each',
  };
}

/** Writes a question into an address, without what is as it is by itself. @param source as for `questionIn` */
export function putQuestion(
  query: URLSearchParams,
  question: UpgradeQuestion,
  source: UpgradeSource['kind'],
): void {
  const { from, to, channel, architecture, file, avoidRisks, way, via, perHop } = question;
  const parts: Record<string, string> = {
    from,
    to,
    channel: channel === 'stable' ? '' : channel,
    arch: architecture === 'amd64' ? '' : architecture,
    source: question.source === source ? '' : question.source,
    file: question.source === 'file' ? file : '',
    avoid: avoidRisks ? 'yes' : '',
    way: way === 'shortest' ? '' : way,
    via: way === 'eus' ? '' : via,
    hops: perHop ? 'each' : '',
  };
  putTexts(query, parts);
}

/** Writes texts into an address; those that are empty are left out of it. */
export function putTexts(query: URLSearchParams, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts))
    if (text.trim()) query.set(name, text.trim());
    else query.delete(name);
}

/** Whether there is something to ask: both versions, and the file where the graph is in one. */
export function isComplete({ from, to, source, file }: UpgradeQuestion): boolean {
  return from.trim() !== '' && to.trim() !== '' && (source !== 'file' || file !== '');
}

/** Versions that can be chosen, the newest first, and their minors. */
export function offeredVersions(known: Pick<KnownVersions, 'versions'> | undefined): {
  versions: string[];
  minors: string[];
} {
  const versions = known?.versions.map(({ version }) => version).toReversed() ?? [];
  return {
    versions,
    minors: [...new Set(versions.map((version) => version.split('.').slice(0, 2).join('.')))],
  };
}

/** An architecture by its name; undefined for others. */
export function architectureIn(name: string | null): UpgradeArchitecture | undefined {
  return ARCHITECTURES.find((each) => each === name);
}

/** Where a graph is from, by its name; undefined for others. */
export function sourceIn(name: string | null): UpgradeSource['kind'] | undefined {
  return name === 'service' || name === 'kept' || name === 'file' ? name : undefined;
}

/** Versions of a text with commas or blanks between them. */
export function viaIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** A way by its name; the shortest when there is none of that name. */
export function wayIn(name: string | null): UpgradeWay {
  return name === 'eus' || name === 'fewest-risks' ? name : 'shortest';
}

/** The request for a question; undefined while something is missing. */
export function pathRequest(
  question: UpgradeQuestion,
  workspace: string | undefined,
): RequestInput<'upgrades.path'> | undefined {
  const { from, to, channel, architecture, source, file, avoidRisks, way, via, perHop } = question;
  if (from === '' || to === '' || (source === 'file' && file === '')) return undefined;
  return {
    from,
    to,
    channel,
    architecture,
    avoidRisks,
    way,
    via: way === 'eus' ? undefined : viaIn(via),
    perHop: perHop || undefined,
    source: source === 'file' ? { kind: source, file } : { kind: source },
    workspace,
  };
}
