import { capitalized } from '../../../core/contract/documents/words.ts';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { counted } from '../../parts/format.ts';
import { type FailureWords, failureWords, firstFailure, type TestState } from '../parts/registry-words.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** Kinds of failures that the sentence tells apart; the table has them all. */
const MOST_KINDS = 2;

/** The registry whose test is shown: the named one, else the first whose test failed, else the first. */
export function chosenRegistry(
  entries: readonly RegistryEntry[],
  tests: Readonly<Record<string, TestState | undefined>>,
  named: string | null,
): RegistryEntry | undefined {
  const failed = ({ name }: RegistryEntry) => {
    const known = tests[name];
    return known?.state === 'done' && firstFailure(known.test) !== undefined;
  };
  return entries.find(({ name }) => name === named) ?? entries.find(failed) ?? entries[0];
}

/** `3 of 4 registries answer. One refuses the password.` */
export function registriesSentence(
  entries: RegistryEntry[],
  tests: Record<string, TestState | undefined>,
): string {
  const total = entries.length;
  if (total === 0) return 'No registry is known yet.';
  const states = entries.map((entry) => ({ entry, known: tests[entry.name] }));
  const testing = states.filter(({ known }) => known?.state === 'testing').length;
  const untested = states.filter(({ known }) => !known).length;
  if (untested === total)
    return total === 1
      ? '1 registry is known. It was not tested yet.'
      : `${total} registries are known. None was tested yet.`;
  const failures = new Map<string, { words: FailureWords; count: number }>();
  let answer = 0;
  for (const { entry, known } of states) {
    if (known?.state === 'done') {
      const failed = firstFailure(known.test);
      if (!failed) answer++;
      else count(failures, failureWords(failed, entry.credentials.from));
    } else if (known?.state === 'refused')
      count(failures, { short: '', one: 'could not be tested', many: 'could not be tested' });
  }
  if (testing > 0) return `Testing ${counted(testing, 'registry', 'registries')}. ${answered(answer, total)}`;
  const kinds = [...failures.values()].sort((one, other) => other.count - one.count);
  const shown = kinds.length > MOST_KINDS ? kinds.slice(0, MOST_KINDS) : kinds;
  const others = kinds.slice(shown.length).reduce((sum, kind) => sum + kind.count, 0);
  const rest = shown.map(({ words, count: many }) =>
    many === 1 ? `one ${words.one}` : `${numberWord(many)} ${words.many}`,
  );
  if (others > 0) rest.push(`${numberWord(others)} more ${others === 1 ? 'fails' : 'fail'}`);
  if (untested > 0)
    rest.push(untested === 1 ? 'one was not tested' : `${numberWord(untested)} were not tested`);
  if (rest.length === 0) return answered(answer, total);
  const said = rest.join(', ');
  return `${answered(answer, total)} ${capitalized(said)}.`;
}

function numberWord(many: number): string {
  return (NUMBERS[many] ?? String(many)).toLowerCase();
}

function count(failures: Map<string, { words: FailureWords; count: number }>, words: FailureWords): void {
  const known = failures.get(words.one);
  failures.set(words.one, { words, count: (known?.count ?? 0) + 1 });
}

function answered(answer: number, total: number): string {
  if (answer === total)
    return total === 1
      ? 'The registry answers.'
      : total === 2
        ? 'Both registries answer.'
        : `All ${total} registries answer.`;
  if (answer === 0)
    return total === 1 ? 'The registry does not answer.' : `None of ${total} registries answers.`;
  return `${answer} of ${total} registries ${answer === 1 ? 'answers' : 'answer'}.`;
}
