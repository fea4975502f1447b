import { useSearchParams } from 'react-router';
import type { UpgradeSource } from '../../../core/contract/topics/upgrades.ts';
import { putQuestion, questionIn, type UpgradeQuestion } from './upgrade-question.ts';

export { ARCHITECTURES, CHANNELS, type UpgradeQuestion } from './upgrade-question.ts';

/** @param source the default source of the graph */
export function useUpgradeQuestion(source: UpgradeSource['kind']): {
  question: UpgradeQuestion;
  change(changes: Partial<UpgradeQuestion>): void;
} {
  const [query, setQuery] = useSearchParams();
  const question = questionIn(query, source);
  return {
    question,
    change: (changes) =>
      setQuery((before) => {
        putQuestion(before, { ...question, ...changes }, source);
        return before;
      }),
  };
}
