import type { ReactNode } from 'react';
import { asSentence } from '../../../core/contract/documents/words.ts';
import type { DraftPlan } from '../../../core/contract/topics/drafts.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { useNow } from '../../parts/time.tsx';
import { Words } from '../../parts/words.tsx';
import { LookUpButton } from '../draft/look-up-card.tsx';
import { FixButton } from '../draft/problem-fix.tsx';
import { t } from './messages.ts';
import { inOrder, issuesTitle, notesOf, noteTitle, noteWords, withListed } from './words.ts';

/** Problems, and data that is old or not loaded: each with its fix and the size of that. */
export function Issues({
  plan,
  listed,
  onLine,
}: {
  plan: DraftPlan;
  /** Further problems, found when the images were listed. */
  listed: readonly ContractProblem[];
  onLine: (line: number, column: number) => void;
}) {
  const now = useNow();
  const problems = inOrder(withListed(plan.problems, listed));
  const notes = notesOf(plan.lookUps, now);
  const { title, note, grave } = issuesTitle(problems, notes.length);
  return (
    <section className="al-card al-review-know" aria-label={t('issuesLabel')}>
      <header>
        <h2>
          <StateMark mark={grave ? 'bad' : problems.length + notes.length > 0 ? 'warning' : 'good'}>
            {title}
          </StateMark>
        </h2>
        <span className="al-sub" role="status">
          {note}
        </span>
      </header>
      {problems.length + notes.length > 0 && (
        <ul className="al-review-problems">
          {problems.map((problem, index) => (
            <Issue
              // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal
              key={index}
              mark={problem.level === 'error' ? 'bad' : problem.level === 'warning' ? 'warning' : 'info'}
              title={
                <>
                  {problem.line !== undefined && (
                    <button
                      type="button"
                      className="al-link"
                      onClick={() => onLine(problem.line!, problem.column ?? 1)}
                    >
                      {t('lineButton', { line: problem.line })}
                    </button>
                  )}{' '}
                  <Words text={asSentence(problem.message)} />
                </>
              }
              words={<Words text={problem.remedy} />}
              action={problem.fix && <FixButton problem={problem} />}
            />
          ))}
          {notes.map((lookUp) => (
            <Issue
              key={lookUp.id}
              mark={lookUp.asOf === undefined ? 'warning' : 'info'}
              title={noteTitle(lookUp, now)}
              words={noteWords(lookUp)}
              action={<LookUpButton lookUps={[lookUp]} variant="secondary" />}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Issue({
  mark,
  title,
  words,
  action,
}: {
  mark: Mark;
  title: ReactNode;
  words: ReactNode;
  action: ReactNode;
}) {
  return (
    <li>
      <StateMark mark={mark} />
      <div>
        <p className="al-strong">{title}</p>
        <p className="al-sub">{words}</p>
      </div>
      {action}
    </li>
  );
}
