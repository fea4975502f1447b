import './problem-list.css';
import { type ReactNode, useId, useState } from 'react';
import { asSentence } from '../../core/contract/documents/words.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { Words } from '../parts/words.tsx';
import { t } from './messages.ts';

/** A problem of a document or table, as the list shows it. */
export interface ListedProblem {
  level: 'error' | 'warning';
  text: string;
  remedy: string;
  /** Key in the file, or hosts of the table, that the text doesn't name. */
  place?: string | undefined;
  /** Buttons that fix it or go to its field. */
  actions: readonly ProblemAction[];
}

export interface ProblemAction {
  label: string;
  run: () => void;
  /** Why the action is unavailable. */
  rejection?: string | undefined;
}

/**
 * The one list of all problems: sentence, place in the file, and buttons that fix it or go to its field.
 * @param most problems that are shown before the list is expanded
 */
export function ProblemPanel({
  label,
  title,
  problems,
  most = Number.POSITIVE_INFINITY,
  id,
  children,
}: {
  label: string;
  title: ReactNode;
  problems: readonly ListedProblem[];
  most?: number;
  id?: string;
  /** Actions for the complete list. */
  children?: ReactNode;
}) {
  const own = useId();
  const [all, setAll] = useState(false);
  if (problems.length === 0) return null;
  const shown = all ? problems : problems.slice(0, most);
  // Above a table, the first problems leave it as much height as possible.
  const isShort = !all && Number.isFinite(most);
  return (
    <section className="al-card al-problem-panel" aria-label={label} id={id} tabIndex={-1}>
      <header>
        <h2>{title}</h2>
        <div className="al-actions al-end">
          {problems.length > most && (
            <button
              type="button"
              className="al-link"
              aria-expanded={all}
              aria-controls={own}
              onClick={() => setAll(!all)}
            >
              {all ? t('fewerProblemsButton') : t('allProblemsButton', { problems: problems.length })}
            </button>
          )}
          {children}
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <ul id={own} aria-label={label} tabIndex={0} className={isShort ? 'al-problem-short' : undefined}>
        {shown.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems can have equal fields
          <ProblemLine key={index} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

function ProblemLine({ problem: { level, text, remedy, place, actions } }: { problem: ListedProblem }) {
  // The button of a fix has the same words.
  const isAction = actions.some(({ label }) => asSentence(label) === asSentence(remedy));
  return (
    <li>
      <StateMark mark={level === 'error' ? 'bad' : 'warning'}>
        <span className="al-unseen">{level === 'error' ? t('errorLabel') : t('warningLabel')}</span>
      </StateMark>
      <span className="al-problem-text">
        <span>
          <Words text={asSentence(text)} />
        </span>{' '}
        {place !== undefined && <code className="al-mono">{place}</code>}{' '}
        {!isAction && (
          <span className="al-sub">
            <Words text={remedy} />
          </span>
        )}
      </span>
      <span className="al-problem-actions">
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className="al-link"
            disabled={action.rejection !== undefined}
            title={action.rejection}
            onClick={action.run}
          >
            {action.label}
          </button>
        ))}
      </span>
    </li>
  );
}
