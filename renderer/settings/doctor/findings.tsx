import type { DoctorFinding } from '../../../core/contract/topics/doctor.ts';
import { capital } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { Words } from '../../parts/words.tsx';
import { checkName, LEVELS } from '../parts/doctor-words.ts';
import { t } from './messages.ts';

/** The problems by level: each with its consequence, its remedy and its evidence. */
export function DoctorFindings({ findings }: { findings: DoctorFinding[] }) {
  return LEVELS.map(({ level, mark, title }) => {
    const found = findings.filter((finding) => finding.level === level);
    if (found.length === 0) return null;
    return (
      <Card key={level} title={title} label={title} note={t('findingsNote', { count: found.length })} flush>
        <ul className="al-findings">
          {found.map((finding) => (
            <Finding
              key={`${finding.check} ${finding.subject} ${finding.message}`}
              finding={finding}
              mark={mark}
            />
          ))}
        </ul>
      </Card>
    );
  });
}

function Finding({ finding, mark }: { finding: DoctorFinding; mark: Mark }) {
  const { check, subject, level, code, message, why, remedy, evidence } = finding;
  return (
    <li>
      <StateMark mark={mark} />
      <div className="al-grow al-anywhere">
        <p className="al-strong">
          <Words text={capital(message)} />
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

const COLUMNS: Column<DoctorFinding>[] = [
  { key: 'check', title: t('checkColumn'), width: '9rem', cell: ({ check }) => checkName(check) },
  {
    key: 'subject',
    title: t('subjectColumn'),
    width: 'minmax(0, 1fr)',
    cell: ({ subject }) => (
      <span className="al-mono" title={subject}>
        {subject}
      </span>
    ),
  },
  {
    key: 'message',
    title: t('resultColumn'),
    width: 'minmax(0, 2fr)',
    cell: ({ message, evidence }) => (
      <span title={[message, ...evidence].join('\n')}>{capital(message)}</span>
    ),
  },
];

/** The passed checks, one line each. */
export function PassedChecks({ findings }: { findings: DoctorFinding[] }) {
  const passed = findings.filter(({ level }) => level === 'ok');
  if (passed.length === 0) return null;
  return (
    <Card title={t('passedTitle')} note={t('passedNote', { count: passed.length })} flush>
      <div className="al-doctor-fine">
        <VirtualTable
          label={t('passedLabel')}
          columns={COLUMNS}
          total={passed.length}
          rowAt={(index) => passed[index]}
        />
      </div>
    </Card>
  );
}
