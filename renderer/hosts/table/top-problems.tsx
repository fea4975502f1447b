import { useNavigate } from 'react-router';
import { presetOf } from '../../../core/contract/documents/nmstate.ts';
import { firstWords } from '../../../core/contract/documents/words.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { useRejection } from '../../engine/requests.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { partTitle } from '../columns.ts';
import { fixOf } from '../fixes.ts';
import { hostAddress } from '../places.ts';
import { useHosts } from '../use-hosts.tsx';
import type { SetProblem } from '../verdict.ts';
import { t } from './messages.ts';

const MOST = 3;

/** The first problems, each with its fix. */
export function TopProblems({
  onGo,
  onLayout,
}: {
  /** Goes to the cell of a problem. */
  onGo: (problem: SetProblem) => void;
  /** Opens the layout of all hosts. */
  onLayout: () => void;
}) {
  const { set, verdict, change } = useHosts();
  const rejection = useRejection('hosts.save');
  const navigate = useNavigate();
  const shown = verdict?.problems.slice(0, MOST) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul className="al-hosts-problems" aria-label={t('problemsLabel')}>
      {shown.map((problem) => {
        const fix = fixOf(problem, set);
        const names = problem.hosts.map((index) => set.hosts[index]?.name ?? '').filter(Boolean);
        return (
          <li key={`${problem.problem.rule} ${problem.title}`} className="al-card">
            <StateMark mark={problem.level === 'error' ? 'bad' : 'warning'} />
            <div>
              <p className="al-strong al-hosts-problem">
                <Words text={problem.title} />
              </p>
              <p
                className="al-sub al-small al-hosts-problem"
                title={`${names.join(', ')}\n${problem.remedy}`}
              >
                {names.length > 0 && !names.every((name) => problem.title.includes(name)) ? (
                  firstWords(names, 3)
                ) : (
                  <Words text={problem.remedy} />
                )}
              </p>
              {fix ? (
                <button
                  type="button"
                  className="al-link"
                  disabled={rejection !== undefined}
                  title={rejection}
                  onClick={() => change(fix.label, fix.edit)}
                >
                  {fix.label}
                </button>
              ) : problem.hosts.length > 1 && sharedQuestion(problem, set) ? (
                <button
                  type="button"
                  className="al-link"
                  disabled={rejection !== undefined}
                  title={rejection}
                  onClick={onLayout}
                >
                  {t('setForAllButton', { setting: partTitle(problem.part!) })}
                </button>
              ) : problem.part !== undefined ? (
                <button type="button" className="al-link" onClick={() => onGo(problem)}>
                  {names[0] === undefined
                    ? t('goToRowButton', { row: (problem.hosts[0] ?? 0) + 1 })
                    : t('goToHostButton', { host: names[0] })}
                </button>
              ) : names[0] !== undefined ? (
                <button
                  type="button"
                  className="al-link"
                  onClick={() => void navigate(hostAddress(names[0]!))}
                >
                  {t('openHostButton', { host: names[0] })}
                </button>
              ) : (
                <button
                  type="button"
                  className="al-link"
                  disabled={rejection !== undefined}
                  title={rejection}
                  onClick={onLayout}
                >
                  {t('editLayoutButton')}
                </button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function sharedQuestion({ part, hosts }: SetProblem, set: SavedHostSet): boolean {
  if (part === undefined) return false;
  const host = set.hosts[hosts[0] ?? -1];
  const questions = host && presetOf(set.layout, host)?.questions;
  return questions?.some(({ variable, perHost }) => variable === part && !perHost) ?? false;
}
