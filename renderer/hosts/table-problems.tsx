import { useNavigate } from 'react-router';
import { ProblemPanel } from '../editor/problem-list.tsx';
import { useRejection } from '../engine/requests.ts';
import { t } from './messages.ts';
import { hostAddress } from './places.ts';
import { listedProblems, type ProblemPlaces, problemsTitle } from './set-problems.ts';
import { useHosts } from './use-hosts.tsx';

/** Problems that are shown before the list is expanded. */
const MOST = 3;

/** The problems of the host table: the first ones, or all of them. */
export function TableProblems({ onGo, onLayout }: Pick<ProblemPlaces, 'onGo' | 'onLayout'>) {
  const { set, verdict, change } = useHosts();
  const rejection = useRejection('hosts.save');
  const navigate = useNavigate();
  if (!verdict) return null;
  const onHost = (name: string) => void navigate(hostAddress(name));
  return (
    <ProblemPanel
      label={t('problemsLabel')}
      title={problemsTitle(verdict)}
      problems={listedProblems(set, verdict, change, { onGo, onLayout, onHost, rejection })}
      most={MOST}
    />
  );
}
