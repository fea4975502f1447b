import './findings.css';
import { sentenceStart } from '../../../core/contract/documents/words.ts';
import type { DoctorFinding } from '../../../core/contract/topics/doctor.ts';
import { t } from '../messages.ts';
import { type Mark, StateMark } from '../state-mark.tsx';
import { Words } from '../words.tsx';
import { checkName } from './check-name.ts';

/** A check that didn't pass. */
type Problem = DoctorFinding & { level: Exclude<DoctorFinding['level'], 'ok'> };

const MARKS = { error: 'bad', warning: 'warning', info: 'info' } as const satisfies Record<
  Problem['level'],
  Mark
>;

/** Lists the checks that didn't pass: each with its consequence, its remedy and its evidence. */
export function FindingList({ findings }: { findings: readonly DoctorFinding[] }) {
  const isProblem = (finding: DoctorFinding): finding is Problem => finding.level !== 'ok';
  return (
    <ul className="al-findings">
      {findings.filter(isProblem).map((finding) => (
        <Finding key={`${finding.check} ${finding.subject} ${finding.message}`} finding={finding} />
      ))}
    </ul>
  );
}

function Finding({ finding }: { finding: Problem }) {
  const { check, subject, level, code, message, why, remedy, evidence } = finding;
  return (
    <li>
      <StateMark mark={MARKS[level]} />
      <div className="al-grow al-anywhere">
        <p className="al-strong">
          <Words text={sentenceStart(message)} />
        </p>
        <p className="al-sub al-small">
          {checkName(check)} · <span className="al-mono">{subject}</span>
          {level !== 'info' && code !== check && (
            <>
              {' '}
              · <span className="al-mono">{code}</span>
            </>
          )}
        </p>
        <dl className="al-facts">
          <dt>{t('reasonLabel')}</dt>
          <dd>{why}</dd>
          <dt>{t('remedyLabel')}</dt>
          <dd>
            <Words text={remedy} />
          </dd>
        </dl>
        {evidence.length > 0 && (
          <details>
            <summary>{t('evidenceTitle', { count: evidence.length })}</summary>
            <ul className="al-evidence">
              {evidence.map((fact) => (
                <li key={fact}>
                  <Words text={fact} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
