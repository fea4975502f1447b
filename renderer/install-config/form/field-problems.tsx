import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { applyTextEdits, readYaml } from '../../../core/contract/documents/document.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { type ConfigProblem, isUnnoticed, keyOf } from './analysis.ts';
import { t } from './messages.ts';
import { useConfig } from './use-config.tsx';

/** The problems of a field, with the installer's messages and the buttons that fix them. */
export function FieldProblems({
  problems,
  id,
  onShow,
}: {
  problems: readonly ConfigProblem[];
  id?: string;
  /** Leads to the line in the YAML. */
  onShow?: (problem: ConfigProblem) => void;
}) {
  const { fields, change, edit, doc } = useConfig();
  if (problems.length === 0) return null;
  const { acceptedWarnings } = fields;
  const apply = ({ fix }: ConfigProblem) => {
    if (fix) edit(() => readYaml(applyTextEdits(doc.text, fix.edits)));
  };
  return (
    <ul className="al-ic-problems" id={id}>
      {problems.map((problem, index) => {
        const key = keyOf(problem);
        const accepted = problem.level === 'warning' && acceptedWarnings.includes(key);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may have the same text
          <li key={index} className={accepted ? 'al-ic-accepted' : ''}>
            <StateMark mark={problem.level === 'error' ? 'bad' : accepted ? 'info' : 'warning'} />
            <div>
              <p>
                <span className="al-unseen">
                  {problem.level === 'error' ? t('errorLabel') : t('warningLabel')}:{' '}
                </span>
                <Words text={problem.message} />
                {isUnnoticed(problem) && <span className="al-ic-unnoticed">{t('undetected')}</span>}
              </p>
              {!accepted && problem.remedy && <p className="al-sub">{problem.remedy}</p>}
              <p className="al-ic-problem-actions">
                {problem.fix && doc.faults.length === 0 && (
                  <Button variant="link" isInline size="sm" onClick={() => apply(problem)}>
                    {problem.fix.label}
                  </Button>
                )}
                {problem.level === 'warning' && (
                  <Button
                    variant="link"
                    isInline
                    size="sm"
                    onClick={() =>
                      change({
                        acceptedWarnings: accepted
                          ? acceptedWarnings.filter((each) => each !== key)
                          : [...acceptedWarnings, key],
                      })
                    }
                  >
                    {accepted ? t('reopenButton') : t('acceptButton')}
                  </Button>
                )}
                {problem.line !== undefined && onShow && (
                  <Button variant="link" isInline size="sm" onClick={() => onShow(problem)}>
                    {t('lineButton', { line: problem.line })}
                  </Button>
                )}
                {problem.level === 'error' && (
                  <CopyButton text={problem.message} label={t('copyErrorButton')} inline />
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
