import type { RequestInput } from '../../../core/contract/contract.ts';
import type {
  KnownVersions,
  PathPreference,
  UpgradeArchitecture,
  UpgradeSource,
} from '../../../core/contract/topics/upgrades.ts';
import { t } from './messages.ts';

/** The question in the address, so that reloads and links restore it. */
export interface UpgradeQuestion {
  from: string;
  to: string;
  channel: string;
  architecture: UpgradeArchitecture;
  source: UpgradeSource['kind'];
  file: string;
  avoidRisks: boolean;
  preference: PathPreference;
  /** Versions on the path, as typed. */
  via: string;
  /** One configuration for each update. */
  perHop: boolean;
}

/** Parameters of the address that the OpenShift view and the plan share. */
export const SHARED = [
  'from',
  'to',
  'channel',
  'arch',
  'source',
  'file',
  'avoid',
  'preference',
  'via',
  'catalogs',
  'operators',
] as const;
export const CHANNELS = ['stable', 'fast', 'eus', 'candidate'] as const;
export const ARCHITECTURES: readonly UpgradeArchitecture[] = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];
export const PATH_PREFERENCES: Readonly<Record<PathPreference, string>> = {
  shortest: t('fewestUpdatesOption'),
  'fewest-risks': t('fewestRisksOption'),
  eus: t('eusOption'),
};

export const SOURCES: Readonly<Record<UpgradeSource['kind'], string>> = {
  service: t('serviceOption'),
  cached: t('savedOption'),
  file: t('fileOption'),
};

/** Returns the question of an address. @param source the default source of the graph */
export function questionIn(query: URLSearchParams, source: UpgradeSource['kind']): UpgradeQuestion {
  return {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    channel: query.get('channel') ?? 'stable',
    architecture: architectureIn(query.get('arch')) ?? 'amd64',
    source: sourceIn(query.get('source')) ?? source,
    file: query.get('file') ?? '',
    avoidRisks: query.get('avoid') === 'yes',
    preference: pathPreferenceIn(query.get('preference')),
    via: query.get('via') ?? '',
    perHop: query.get('hops') === 'each',
  };
}

/** Writes a question into an address, without defaults. @param source as for `questionIn` */
export function putQuestion(
  query: URLSearchParams,
  question: UpgradeQuestion,
  source: UpgradeSource['kind'],
): void {
  const { from, to, channel, architecture, file, avoidRisks, preference, via, perHop } = question;
  const parts: Record<string, string> = {
    from,
    to,
    channel: channel === 'stable' ? '' : channel,
    arch: architecture === 'amd64' ? '' : architecture,
    source: question.source === source ? '' : question.source,
    file: question.source === 'file' ? file : '',
    avoid: avoidRisks ? 'yes' : '',
    preference: preference === 'shortest' ? '' : preference,
    via: preference === 'eus' ? '' : via,
    hops: perHop ? 'each' : '',
  };
  putTexts(query, parts);
}

/** Writes texts into an address and removes empty ones. */
export function putTexts(query: URLSearchParams, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts))
    if (text.trim()) query.set(name, text.trim());
    else query.delete(name);
}

/** Whether the question has both versions, and the file if the graph is in one. */
export function isComplete({ from, to, source, file }: UpgradeQuestion): boolean {
  return from.trim() !== '' && to.trim() !== '' && (source !== 'file' || file !== '');
}

/** Returns the versions to choose from, the newest first, and their minors. */
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

/** Returns the architecture with a name, or undefined. */
export function architectureIn(name: string | null): UpgradeArchitecture | undefined {
  return ARCHITECTURES.find((each) => each === name);
}

/** Returns the source of a graph with a name, or undefined. */
export function sourceIn(name: string | null): UpgradeSource['kind'] | undefined {
  return name === 'service' || name === 'cached' || name === 'file' ? name : undefined;
}

/** Returns the versions of a text, separated by commas or blanks. */
export function viaIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Returns whether a target is a minor, such as `4.18`. */
export function isMinor(target: string): boolean {
  return /^\d+\.\d+$/.test(target.trim());
}

/** Returns the kind of path with a name, or the shortest. */
export function pathPreferenceIn(name: string | null): PathPreference {
  return name === 'eus' || name === 'fewest-risks' ? name : 'shortest';
}

/** Returns the request for a question, or undefined if something is missing. */
export function pathRequest(
  question: UpgradeQuestion,
  workspace: string | undefined,
): RequestInput<'upgrades.path'> | undefined {
  const { from, to, channel, architecture, source, file, avoidRisks, preference, via, perHop } = question;
  if (from === '' || to === '' || (source === 'file' && file === '')) return undefined;
  return {
    from,
    to,
    channel,
    architecture,
    avoidRisks,
    preference: preference,
    via: preference === 'eus' ? undefined : viaIn(via),
    perHop: perHop || undefined,
    source: source === 'file' ? { kind: source, file } : { kind: source },
    workspace,
  };
}
