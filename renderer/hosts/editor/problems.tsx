import type { NmstateProblem, SetHost } from '../../../core/contract/documents/nmstate.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { type Mending, mendingOf, mendingOfDocument } from '../mending.ts';
import { useHosts } from '../use-hosts.tsx';

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
  const mendingOfRow = (problem: NmstateProblem): Mending | undefined =>
    problem.fix
      ? mendingOfDocument(problem.fix, index)
      : suggested?.problem.rule === problem.rule
        ? mendingOf(suggested, set)
        : undefined;
  return (
    <ul className="al-problems" aria-label={`Problems of ${host.name}`}>
      {problems.map((problem) => {
        const { rule, message, level, line, code, remedy } = problem;
        const mending = mendingOfRow(problem);
        return (
          <li key={`${rule} ${message} ${line}`}>
            <StateMark mark={level === 'error' ? 'bad' : 'warning'} />
            <div>
              <p>
                {line !== undefined && code !== 'host-table' && (
                  <button type="button" className="al-link" onClick={() => onLine(line, problem.column ?? 1)}>
                    Line {line}
                  </button>
                )}{' '}
                <Words text={message} />
              </p>
              {mending ? (
                <button type="button" className="al-link" onClick={() => change(mending.label, mending.edit)}>
                  {mending.label}
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
