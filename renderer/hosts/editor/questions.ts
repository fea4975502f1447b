import {
  answerOf,
  type Layout,
  type Question,
  questionsOf,
  type SetHost,
  unknownNic,
} from '../../../core/contract/documents/nmstate.ts';
import type { HostState } from '../verdict.ts';
import { t } from './messages.ts';

/** A setting of a layout with its value for one host. */
export interface HostSetting {
  question: Question;
  /** The value of the host; empty: inherited. */
  value: string;
  /** The inherited value. */
  otherwise: string;
  /** How the document identifies a NIC without a name. */
  note: string | undefined;
  /** Its problem. */
  error: string | undefined;
}

/** Returns the settings of a host with their values and problems. */
export function hostQuestions(
  layout: Layout,
  host: SetHost,
  state: Pick<HostState, 'cells' | 'problems' | 'words'> | undefined,
): HostSetting[] {
  return questionsOf(layout, host).map((question) => {
    const { value, from } = answerOf(layout, host, question);
    const own = from === 'host' || from === 'table';
    const nic = unknownNic(layout, host, question);
    const byMac = typeof nic === 'object';
    return {
      question,
      value: own ? value : '',
      otherwise: own || byMac ? '' : value,
      note: byMac ? t('nicByMacNote', nic) : nic === 'guess' ? t('guessedNicNote') : undefined,
      error: state && errorOf(question, state),
    };
  });
}

/** Returns the problem of a setting's cell; in a few words if it is the only problem of the host. */
function errorOf(
  { id, variable = '' }: Question,
  { cells, problems, words }: Pick<HostState, 'cells' | 'problems' | 'words'>,
): string | undefined {
  // The prefix length is in the same cell as the address, where the problem is shown.
  if (/^prefix/.test(id)) return undefined;
  const wrong = cells.get(/^address6?$/.test(id) ? 'addresses' : variable);
  if (wrong?.level !== 'error') return undefined;
  return problems.filter(({ level }) => level === 'error').length === 1 ? words : wrong.message;
}
