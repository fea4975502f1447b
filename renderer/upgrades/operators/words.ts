import { wordList } from '../../../core/contract/documents/words.ts';
import type { ContractOperatorAnswer } from '../../../core/contract/topics/operator-upgrades.ts';
import { pathText } from '../question/upgrade-words.ts';
import { t } from './messages.ts';

/** Returns the title of the answer for an operator. */
export function operatorSentence(name: string, from: string, answer: ContractOperatorAnswer): string {
  const { hops, rejection, rails } = answer;
  if (rejection) return t('noPathTitle', { operator: name, version: from });
  if (!hops) return channelSentence(name, rails[0]);
  const [first] = hops;
  if (!first) return t('noUpdateTitle', { operator: name });
  const values = {
    operator: name,
    path: pathText([first.fromVersion ?? first.from, ...hops.map(({ to, toVersion }) => toVersion ?? to)]),
    updates: hops.length,
  };
  const switches = hops.filter(({ switched }) => switched).length;
  return switches === 0 ? t('pathTitle', values) : t('pathSwitchTitle', { ...values, switches });
}

function channelSentence(
  operator: string,
  rail: ContractOperatorAnswer['rails'][number] | undefined,
): string {
  if (!rail) return t('noChannelTitle', { operator });
  const head = rail.nodes.find(({ isHead }) => isHead);
  const { channel } = rail;
  return head
    ? t('channelTitle', { operator, channel, version: head.version ?? head.name })
    : t('noHeadTitle', { operator, channel });
}

/** Returns which versions a configuration selects, as a sentence. @param extra versions in addition to the required ones */
export function carriedSentence(extra: readonly string[]): string {
  return extra.length === 0 ? t('selectsExactly') : t('selectsAdditional', { versions: wordList(extra) });
}

/** Returns the last version of a path, or its bundle. */
export function targetOf({ hops = [] }: ContractOperatorAnswer): string {
  const last = hops.at(-1);
  return last?.toVersion ?? last?.to ?? '';
}
