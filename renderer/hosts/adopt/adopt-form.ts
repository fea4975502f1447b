import type { RequestInput, RequestOutput } from '../../../core/contract/contract.ts';
import { shellWord } from '../../../core/contract/documents/shell-word.ts';
import { type ClusterChoice, clusterRequest } from '../../parts/fields/cluster-choice.tsx';
import { typedText } from '../../parts/fields/typed-text.ts';
import { t } from './messages.ts';

export type Adopted = RequestOutput<'hosts.adopt'>;

/** Where nodes are read. */
export interface AdoptForm extends ClusterChoice {
  source: 'file' | 'cluster';
  from: string;
  version: string;
}

/** Returns the request of a form; undefined while it is incomplete. */
export function adoptRequest(form: AdoptForm): RequestInput<'hosts.adopt'> | undefined {
  const openShiftVersion = typedText(form.version);
  if (form.source === 'cluster') return { ...clusterRequest(form), openShiftVersion };
  const from = typedText(form.from);
  return from === undefined ? undefined : { from, openShiftVersion };
}

/** Returns the command that does the same in a terminal. */
export function adoptCommand(form: AdoptForm): string {
  const { from, kubeconfig, context, openShiftVersion } = { ...adoptRequest(form) };
  const option = (name: string, value: string | undefined) => (value ? [name, shellWord(value)] : []);
  return [
    'airlock nmstate adopt',
    ...(from === undefined ? [] : [shellWord(from)]),
    ...option('--kubeconfig', kubeconfig),
    ...option('--context', context),
    ...option('--openshift-version', openShiftVersion),
    '-o DIR/',
  ].join(' ');
}

/** Returns how many nodes have each verdict. */
export function countsOf({ nodes }: Pick<Adopted, 'nodes'>) {
  const count = (wanted: string) => nodes.filter(({ verdict }) => verdict === wanted).length;
  return { ready: count('ready'), done: count('done'), blocked: count('blocked') };
}

/** Returns the heading of the screen. */
export function adoptSentence(adopted: Pick<Adopted, 'nodes'> | undefined): string {
  if (!adopted) return t('startTitle');
  const nodes = adopted.nodes.length;
  const { ready, done } = countsOf(adopted);
  if (done === nodes) return t('doneTitle', { nodes });
  if (ready > 0) return t('readyTitle', { ready, nodes });
  return nodes === 1 ? t('oneBlockedTitle') : t('noneTitle', { nodes });
}
