import { changedLines, placeAt, type YamlText } from '../../../core/contract/documents/document.ts';
import {
  answerOf,
  documentOf,
  type Layout,
  layoutText,
  questionsOf,
  type SetHost,
  type StatePart,
} from '../../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../../core/contract/topics/hosts.ts';
import { counted } from '../../parts/format.ts';
import { layoutText as layoutWords } from '../host-words.ts';
import type { HostState } from '../verdict.ts';
import { type DifferenceLine, textDifference } from './text-difference.ts';

/** `2 answers as all hosts, 1 own`: where the answers of a host's layout come from. */
export function answersWords(layout: Layout, host: SetHost): string {
  const questions = questionsOf(layout, host).filter(({ perHost }) => !perHost);
  if (questions.length === 0) return 'a document of its own';
  const own = questions.filter((question) =>
    ['host', 'table'].includes(answerOf(layout, host, question).from),
  );
  return `${questions.length - own.length} answers as all hosts, ${own.length} own`;
}

/** `worker-1: bond with VLAN 120, static; ready`. @param state undefined while it is checked */
export function hostSentence(set: KeptHostSet, host: SetHost, state: HostState | undefined): string {
  return `${host.name}: ${layoutWords({ ...set, hosts: [host] })}; ${state ? outcomeWords(state) : 'being checked'}`;
}

function outcomeWords({ problems }: Pick<HostState, 'problems'>): string {
  const errors = problems.filter(({ level }) => level === 'error').length;
  if (errors > 0) return counted(errors, 'problem');
  return problems.length > 0 ? `ready, with ${counted(problems.length, 'warning')}` : 'ready';
}

/** How the document of a host differs from what its layout gives; nothing for one that was never edited. */
export function ownLines(layout: Layout, host: SetHost): DifferenceLine[] {
  if (host.own === undefined) return [];
  return textDifference(layoutText(layout, host), documentOf(layout, host).document.yaml.text);
}

/** Lines of the document that the last change of a host made. @param before the host before it */
export function newLines(
  layout: Layout,
  before: SetHost | undefined,
  host: SetHost,
): ReturnType<typeof changedLines> {
  const text = (of: SetHost) => documentOf(layout, of).document.yaml.text;
  return !before || before === host ? [] : changedLines(text(before), text(host));
}

/** Where an entry of the state stands in the document. @param path from the root of the state */
export function placeInState(
  yaml: YamlText,
  part: StatePart | undefined,
  path: readonly (string | number)[],
): { line: number; column: number } | undefined {
  return part && placeAt(yaml, [...part.root, ...path], { document: part.document, of: 'entry' });
}

/** MAC addresses of a host's NICs by their names. */
export function macsOf({ nics }: Pick<SetHost, 'nics'>): Record<string, string> {
  return Object.fromEntries(nics.flatMap(({ name, mac }) => (name && mac ? [[name, mac]] : [])));
}
