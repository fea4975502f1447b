import type { ReactNode } from 'react';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type { DraftPlan } from '../../../core/contract/topics/drafts.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { useNow } from '../../parts/time.tsx';
import { Words } from '../../parts/words.tsx';
import { LookUpButton } from '../draft/look-up-card.tsx';
import { FixButton } from '../draft/problem-fix.tsx';
import { inOrder, knowTitle, notesOf, noteTitle, noteWords, withFurther } from './words.ts';

/** Problems and what is old or not known: each with what mends it and the price of that. */
export function ToKnow({
  plan,
  listed,
  onLine,
}: {
  plan: DraftPlan;
  /** What the listing of the images found beside it. */
  listed: readonly ContractProblem[];
  onLine: (line: number, column: number) => void;
}) {
  const now = useNow();
  const problems = inOrder(withFurther(plan.problems, listed));
  const notes = notesOf(plan.lookUps, now);
  const { title, note, grave } = knowTitle(problems, notes.length);
  return (
    <section className="al-card al-review-know" aria-label="Things to know">
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
            <Known
              // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal in all they say
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
                      Line {problem.line}
                    </button>
                  )}{' '}
                  <Words text={problem.line === undefined ? capitalized(problem.message) : problem.message} />
                </>
              }
              words={<Words text={problem.remedy} />}
              action={problem.fix && <FixButton problem={problem} />}
            />
          ))}
          {notes.map((lookUp) => (
            <Known
              key={lookUp.id}
              mark={lookUp.asOf === undefined ? 'warning' : 'info'}
              title={noteTitle(lookUp, now)}
              words={noteWords(lookUp)}
              action={
                <LookUpButton
                  lookUps={[lookUp]}
                  verb={lookUp.asOf === undefined ? 'Read' : 'Refresh'}
                  variant="secondary"
                />
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Known({
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
