import { useSearchParams } from 'react-router';
import type { RequestInput } from '../../core/contract/contract.ts';
import type { UpgradeArchitecture, UpgradeSource } from '../../core/contract/upgrades.ts';

/** What is asked, as the address holds it: a reload or a link brings it back. */
export interface UpgradeQuestion {
  from: string;
  to: string;
  channel: string;
  architecture: UpgradeArchitecture;
  source: UpgradeSource['kind'];
  file: string;
  avoidRisks: boolean;
}

/** Parts of the address that the question for OpenShift and the plan have in common. */
export const SHARED = ['from', 'to', 'channel', 'arch', 'source', 'file', 'avoid'] as const;
export const CHANNELS = ['stable', 'fast', 'eus', 'candidate'] as const;
export const ARCHITECTURES: readonly UpgradeArchitecture[] = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];

/** @param source what is taken when the address does not say */
export function useUpgradeQuestion(source: UpgradeSource['kind']): {
  question: UpgradeQuestion;
  change(changes: Partial<UpgradeQuestion>): void;
} {
  const [query, setQuery] = useSearchParams();
  const given = query.get('source');
  const question: UpgradeQuestion = {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    channel: query.get('channel') ?? 'stable',
    architecture: ARCHITECTURES.find((each) => each === query.get('arch')) ?? 'amd64',
    source: given === 'service' || given === 'kept' || given === 'file' ? given : source,
    file: query.get('file') ?? '',
    avoidRisks: query.get('avoid') === 'yes',
  };
  return {
    question,
    change: (changes) =>
      setQuery((before) => {
        const next = { ...question, ...changes };
        const put = (name: string, value: string) => (value ? before.set(name, value) : before.delete(name));
        put('from', next.from);
        put('to', next.to);
        put('channel', next.channel === 'stable' ? '' : next.channel);
        put('arch', next.architecture === 'amd64' ? '' : next.architecture);
        put('source', next.source === source ? '' : next.source);
        put('file', next.source === 'file' ? next.file : '');
        put('avoid', next.avoidRisks ? 'yes' : '');
        return before;
      }),
  };
}

/** The request for a question; undefined while something is missing. */
export function pathRequest(
  question: UpgradeQuestion,
  workspace: string | undefined,
): RequestInput<'upgrades.path'> | undefined {
  const { from, to, channel, architecture, source, file, avoidRisks } = question;
  if (from === '' || to === '' || (source === 'file' && file === '')) return undefined;
  return {
    from,
    to,
    channel,
    architecture,
    avoidRisks,
    source: source === 'file' ? { kind: source, file } : { kind: source },
    ...(workspace !== undefined && { workspace }),
  };
}
