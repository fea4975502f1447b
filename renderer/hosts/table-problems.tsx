import { useNavigate } from 'react-router';
import { ProblemPanel } from '../editor/problem-list.tsx';
import { useRejection } from '../engine/requests.ts';
import { useTall } from '../parts/use-wide.ts';
import { t } from './messages.ts';
import { hostAddress } from './places.ts';
import { listedProblems, type ProblemPlaces, problemsTitle } from './set-problems.ts';
import { useHosts } from './use-hosts.tsx';

/** Problems that are shown before the list is expanded, in high windows and in others. */
const [MOST_IF_TALL, MOST] = [3, 1];

/** The problems of the host table: the first ones, or all of them. */
export function TableProblems({ onGo, onLayout }: Pick<ProblemPlaces, 'onGo' | 'onLayout'>) {
  const { set, verdict, change } = useHosts();
  const rejection = useRejection('hosts.save');
  const navigate = useNavigate();
  const tall = useTall();
  if (!verdict) return null;
  const onHost = (name: string) => void navigate(hostAddress(name));
  return (
    <ProblemPanel
      label={t('problemsLabel')}
      title={problemsTitle(verdict)}
      problems={listedProblems(set, verdict, change, { onGo, onLayout, onHost, rejection })}
      most={tall ? MOST_IF_TALL : MOST}
    />
  );
}
