import { useSearchParams } from 'react-router';
import type { UpgradeSource } from '../../../core/contract/topics/upgrades.ts';
import { ARCHITECTURES, type UpgradeQuestion, wayIn } from './upgrade-question.ts';

export { ARCHITECTURES, CHANNELS, type UpgradeQuestion } from './upgrade-question.ts';

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
    way: wayIn(query.get('way')),
    via: query.get('via') ?? '',
    perHop: query.get('hops') === 'each',
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
        put('way', next.way === 'shortest' ? '' : next.way);
        put('via', next.way === 'eus' ? '' : next.via);
        put('hops', next.perHop ? 'each' : '');
        return before;
      }),
  };
}
