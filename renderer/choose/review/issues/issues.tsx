import './issues.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DraftPlan, PlannedProblem } from '../../../../core/contract/topics/drafts.ts';
import type { ContractProblem } from '../../../../core/contract/topics/vocabulary.ts';
import { baseName } from '../../../parts/paths.ts';
import { saveFile } from '../../../parts/save-picture.ts';
import { type Mark, StateMark } from '../../../parts/state-mark.tsx';
import { useNow } from '../../../parts/time.tsx';
import { LookUpButton } from '../../draft/look-up-card.tsx';
import { isEmptySelection } from '../../draft/step-status.ts';
import { stepAddress } from '../../draft/steps.ts';
import { useDraft } from '../../draft/use-draft.tsx';
import { useDraftPlan } from '../../draft/use-draft-plan.tsx';
import { groupProblems, matchingProblems, problemsCsv } from './groups.ts';
import { IssueGroupItem } from './issue-group.tsx';
import { t } from './messages.ts';
import { issuesTitle, notesOf, noteTitle, noteWords, withListed } from './words.ts';

/** With fewer problems, filters take more space than they save. */
const FILTERED = 5;

/** Problems by cause, and data that is old or not loaded: each with its fix and the size of that. */
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
  const { draft } = useDraft();
  const { lookUp } = useDraftPlan();
  const [query, setQuery] = useSearchParams();
  const level = levelIn(query.get('severity'));
  const setLevel = (severity: PlannedProblem['level'] | '') =>
    setQuery(severity === '' ? {} : { severity }, { replace: true });
  const [search, setSearch] = useState('');
  const term = useDeferredValue(search);
  const problems = useMemo(() => withListed(plan.problems, listed), [plan.problems, listed]);
  const groups = useMemo(
    () => groupProblems(matchingProblems(problems, { level, search: term })),
    [problems, level, term],
  );
  const notes = notesOf(plan.lookUps, now);
  const isEmpty = isEmptySelection(plan);
  const state = issuesTitle(problems, { notes: notes.length, isEmpty, isFailed: lookUp.error !== undefined });
  const isFiltered = level !== '' || term.trim() !== '';
  return (
    <section className="al-card al-review-know" aria-label={t('issuesLabel')}>
      <header>
        <h2>
          <StateMark mark={state.mark}>{state.title}</StateMark>
        </h2>
        <span className="al-sub" role="status">
          {state.note}
        </span>
        {problems.length > 0 && (
          <Button
            variant="link"
            isInline
            className="al-end"
            onClick={() =>
              saveFile(
                new Blob([problemsCsv(problems)], { type: 'text/csv' }),
                `${baseName(draft.file).replace(/\.ya?ml$/, '')}-issues.csv`,
              )
            }
          >
            {t('exportButton')}
          </Button>
        )}
      </header>
      {(problems.length >= FILTERED || level !== '') && (
        <Filters problems={problems} level={level} onLevel={setLevel} search={search} onSearch={setSearch} />
      )}
      <ul className="al-review-problems">
        {isEmpty && !isFiltered && (
          <Issue
            mark="warning"
            title={t('nothingText')}
            words={
              <span className="al-actions al-wrap">
                <Link to={stepAddress(draft.id, 'cluster')}>{t('releasesButton')}</Link>
                <Link to={stepAddress(draft.id, 'operators')}>{t('operatorsButton')}</Link>
                <Link to={stepAddress(draft.id, 'where')}>{t('imagesButton')}</Link>
              </span>
            }
          />
        )}
        {groups.map((group) => (
          <IssueGroupItem key={group.key} group={group} onLine={onLine} />
        ))}
        {isFiltered && groups.length === 0 && (
          <li>
            <span className="al-sub">{t('noMatchesText')}</span>
          </li>
        )}
        {!isFiltered &&
          notes.map((found) => (
            <Issue
              key={found.id}
              mark={found.asOf === undefined ? 'warning' : 'info'}
              title={noteTitle(found, now)}
              words={noteWords(found)}
              action={<LookUpButton lookUps={[found]} variant="secondary" />}
            />
          ))}
      </ul>
    </section>
  );
}

/** Returns the severity with a name, or an empty text for all. */
function levelIn(name: string | null): PlannedProblem['level'] | '' {
  return name === 'error' || name === 'warning' || name === 'info' ? name : '';
}

function Filters({
  problems,
  level,
  onLevel,
  search,
  onSearch,
}: {
  problems: readonly PlannedProblem[];
  level: PlannedProblem['level'] | '';
  onLevel: (level: PlannedProblem['level'] | '') => void;
  search: string;
  onSearch: (search: string) => void;
}) {
  const options = [
    ['error', 'errorsOption'],
    ['warning', 'warningsOption'],
    ['info', 'infosOption'],
  ] as const;
  return (
    <div className="al-review-filters">
      <FormSelect
        aria-label={t('severityLabel')}
        value={level}
        onChange={(_event, value) => onLevel(value as PlannedProblem['level'] | '')}
      >
        <FormSelectOption value="" label={t('allSeverities')} />
        {options.map(([value, label]) => {
          const count = problems.filter((problem) => problem.level === value).length;
          const isOffered = count > 0 || value === level;
          return isOffered && <FormSelectOption key={value} value={value} label={t(label, { count })} />;
        })}
      </FormSelect>
      <SearchInput
        aria-label={t('searchLabel')}
        placeholder={t('searchLabel')}
        value={search}
        onChange={(_event, value) => onSearch(value)}
        onClear={() => onSearch('')}
      />
    </div>
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
  action?: ReactNode;
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
