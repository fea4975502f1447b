import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { applyTextEdits, readYaml } from '../../../core/contract/documents/document.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { type ConfigProblem, isUnnoticed, keyOf } from './analysis.ts';
import { useConfig } from './use-config.tsx';

/** What the rules say of a field, in the installer's words where it has any, with what mends it. */
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
  const { kept } = fields;
  const mend = ({ fix }: ConfigProblem) => {
    if (fix) edit(() => readYaml(applyTextEdits(doc.text, fix.edits)));
  };
  return (
    <ul className="al-ic-problems" id={id}>
      {problems.map((problem, index) => {
        const key = keyOf(problem);
        const decided = problem.level === 'warning' && kept.includes(key);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal in all they say
          <li key={index} className={decided ? 'al-ic-decided' : ''}>
            <StateMark mark={problem.level === 'error' ? 'bad' : decided ? 'info' : 'warning'} />
            <div>
              <p>
                <span className="al-unseen">{problem.level === 'error' ? 'Error: ' : 'Warning: '}</span>
                <Words text={problem.message} />
                {isUnnoticed(problem) && (
                  <span className="al-ic-unnoticed">The installer does not notice</span>
                )}
              </p>
              {!decided && problem.remedy && <p className="al-sub">{problem.remedy}</p>}
              <p className="al-ic-problem-actions">
                {problem.fix && doc.faults.length === 0 && (
                  <Button variant="link" isInline size="sm" onClick={() => mend(problem)}>
                    {problem.fix.label}
                  </Button>
                )}
                {problem.level === 'warning' && (
                  <Button
                    variant="link"
                    isInline
                    size="sm"
                    onClick={() =>
                      change({ kept: decided ? kept.filter((each) => each !== key) : [...kept, key] })
                    }
                  >
                    {decided ? 'Ask again' : 'Keep as it is'}
                  </Button>
                )}
                {problem.line !== undefined && onShow && (
                  <Button variant="link" isInline size="sm" onClick={() => onShow(problem)}>
                    Line {problem.line}
                  </Button>
                )}
                {problem.level === 'error' && <CopyButton text={problem.message} label="Copy" inline />}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
