import {
  answerOf,
  type Layout,
  type Question,
  questionsOf,
  type SetHost,
} from '../../../core/contract/documents/nmstate.ts';
import type { HostState } from '../verdict.ts';

/** A question of a layout as a host has it answered. */
export interface AskedQuestion {
  question: Question;
  /** The answer of the host itself; empty: that of all hosts counts. */
  value: string;
  /** What counts without an answer of its own. */
  otherwise: string;
  /** What is wrong with it. */
  error: string | undefined;
}

/** The questions that a host is asked, each with its answer and what is wrong with that. */
export function hostQuestions(
  layout: Layout,
  host: SetHost,
  state: Pick<HostState, 'cells' | 'problems' | 'words'> | undefined,
): AskedQuestion[] {
  return questionsOf(layout, host).map((question) => {
    const { value, from } = answerOf(layout, host, question);
    const own = from === 'host' || from === 'table';
    return {
      question,
      value: own ? value : '',
      otherwise: own ? '' : value,
      error: state && errorOf(question, state),
    };
  });
}

/** What is wrong with the cell of a question; in a few words where nothing else is wrong with the host. */
function errorOf(
  { id, variable = '' }: Question,
  { cells, problems, words }: Pick<HostState, 'cells' | 'problems' | 'words'>,
): string | undefined {
  // The length of an address's prefix is in the same cell, and what is wrong is said at the address.
  if (/^prefix/.test(id)) return undefined;
  const wrong = cells.get(/^address6?$/.test(id) ? 'addresses' : variable);
  if (wrong?.level !== 'error') return undefined;
  return problems.filter(({ level }) => level === 'error').length === 1 ? words : wrong.message;
}
