import { wordList } from '../../../core/contract/documents/words.ts';
import type { ContractOperatorAnswer } from '../../../core/contract/topics/operator-upgrades.ts';
import { numberWord, shortened } from '../question/upgrade-words.ts';

/** What was found of an operator, as the screen's sentence. */
export function operatorSentence(name: string, from: string, answer: ContractOperatorAnswer): string {
  const { hops, refusal, rails } = answer;
  if (refusal) return `No updates lead ${name} on from ${from}`;
  if (!hops) {
    const [rail] = rails;
    const head = rail?.nodes.find(({ isHead }) => isHead);
    if (!rail) return `${name} has no channel that can be shown`;
    return `${name}: channel ${rail.channel} ends at ${head?.version ?? head?.name ?? 'nothing'}`;
  }
  const last = hops.at(-1);
  if (!last) return `${name} is where it is to be: no update is needed`;
  const stops = hops.slice(0, -1).map(({ to, toVersion }) => toVersion ?? to);
  const switches = hops.filter(({ switched }) => switched).length;
  const updates = `${numberWord(hops.length)} ${hops.length === 1 ? 'update' : 'updates'} of ${name} to ${last.toVersion ?? last.to}`;
  const by = stops.length > 0 ? `, by ${wordList(shortened(stops))}` : '';
  const changed =
    switches === 0
      ? ''
      : switches === 1
        ? ', with a change of the channel'
        : `, with ${switches} changes of the channel`;
  return `${updates}${by}${changed}`;
}

/** What a configuration selects of operators. @param extra beside what is needed */
export function carriedSentence(extra: readonly string[]): string {
  return extra.length === 0
    ? 'It selects exactly what is needed.'
    : `Nothing smaller has all that is needed. It selects ${wordList(extra)} beside it.`;
}

/** The version that a way ends at, or its bundle. */
export function targetOf({ hops = [] }: ContractOperatorAnswer): string {
  const last = hops.at(-1);
  return last?.toVersion ?? last?.to ?? '';
}
