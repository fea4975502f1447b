import type { RequestInput } from '../../../core/contract/contract.ts';
import type {
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
    ...(way !== 'eus' && { via: viaIn(via) }),
    ...(perHop && { perHop }),
    source: source === 'file' ? { kind: source, file } : { kind: source },
    ...(workspace !== undefined && { workspace }),
  };
}
