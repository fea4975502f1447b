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
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { layoutText as layoutWords } from '../host-words.ts';
import type { HostState } from '../verdict.ts';
import { t } from './messages.ts';
import { type DifferenceLine, textDifference } from './text-difference.ts';

/** Returns how many settings a host inherits, and how many it sets itself. */
export function settingsNote(layout: Layout, host: SetHost): string {
  const questions = questionsOf(layout, host).filter(({ perHost }) => !perHost);
  if (questions.length === 0) return t('customNote');
  const own = questions.filter((question) =>
    ['host', 'table'].includes(answerOf(layout, host, question).from),
  );
  return t('settingsNote', { inherited: questions.length - own.length, own: own.length });
}

/** Returns the title of a host: its name, layout and result of the checks. @param state undefined while it is checked */
export function hostSentence(set: SavedHostSet, host: SetHost, state: HostState | undefined): string {
  const named = { host: host.name, layout: layoutWords({ ...set, hosts: [host] }) };
  if (!state) return t('checkingTitle', named);
  const errors = state.problems.filter(({ level }) => level === 'error').length;
  const warnings = state.problems.length - errors;
  if (errors > 0) return t('problemsTitle', { ...named, errors, warnings });
  return warnings > 0 ? t('warningsTitle', { ...named, warnings }) : t('readyTitle', named);
}

/** Returns how the document of a host differs from its layout; nothing if it was never edited. */
export function ownLines(layout: Layout, host: SetHost): DifferenceLine[] {
  if (host.own === undefined) return [];
  return textDifference(layoutText(layout, host), documentOf(layout, host).document.yaml.text);
}

/** Returns the lines of the document that the last change of a host made. @param before the host before it */
export function newLines(
  layout: Layout,
  before: SetHost | undefined,
  host: SetHost,
): ReturnType<typeof changedLines> {
  const text = (of: SetHost) => documentOf(layout, of).document.yaml.text;
  return !before || before === host ? [] : changedLines(text(before), text(host));
}

/** Returns the place of an entry of the state in the document. @param path from the root of the state */
export function placeInState(
  yaml: YamlText,
  part: StatePart | undefined,
  path: readonly (string | number)[],
): { line: number; column: number } | undefined {
  return part && placeAt(yaml, [...part.root, ...path], { document: part.document, of: 'entry' });
}

/** Returns the MAC addresses of a host's NICs by their names. */
export function macsOf({ nics }: Pick<SetHost, 'nics'>): Record<string, string> {
  return Object.fromEntries(nics.flatMap(({ name, mac }) => (name && mac ? [[name, mac]] : [])));
}
