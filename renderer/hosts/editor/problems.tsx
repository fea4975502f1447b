import type { NmstateProblem, SetHost } from '../../../core/contract/documents/nmstate.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { documentFix, type Fix, fixOf } from '../fixes.ts';
import { useHosts } from '../use-hosts.tsx';
import { t } from './messages.ts';

/** The problems of one host, each with its line and its fix. */
export function HostProblems({
  index,
  host,
  problems,
  onLine,
}: {
  index: number;
  host: SetHost;
  problems: readonly NmstateProblem[];
  onLine: (line: number, column: number) => void;
}) {
  const { set, change, verdict } = useHosts();
  const suggested = verdict?.problems.find(
    ({ problem, hosts }) => problem.suggestion?.host === host.name && hosts.includes(index),
  );
  const fixOfProblem = (problem: NmstateProblem): Fix | undefined =>
    problem.fix
      ? documentFix(problem.fix, index)
      : suggested?.problem.rule === problem.rule
        ? fixOf(suggested, set)
        : undefined;
  return (
    <ul className="al-problems" aria-label={t('problemsLabel', { host: host.name })}>
      {problems.map((problem) => {
        const { rule, message, level, line, code, remedy } = problem;
        const fix = fixOfProblem(problem);
        return (
          <li key={`${rule} ${message} ${line}`}>
            <StateMark mark={level === 'error' ? 'bad' : 'warning'} />
            <div>
              <p>
                {line !== undefined && code !== 'host-table' && (
                  <button type="button" className="al-link" onClick={() => onLine(line, problem.column ?? 1)}>
                    {t('lineButton', { line })}
                  </button>
                )}{' '}
                <Words text={message} />
              </p>
              {fix ? (
                <button type="button" className="al-link" onClick={() => change(fix.label, fix.edit)}>
                  {fix.label}
                </button>
              ) : (
                <p className="al-sub">
                  <Words text={remedy} />
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
