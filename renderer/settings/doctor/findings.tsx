import type { DoctorFinding } from '../../../core/contract/topics/doctor.ts';
import { counted } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { Words } from '../../parts/words.tsx';
import { capital, checkName, LEVELS } from '../parts/doctor-words.ts';

/** What is not in order, by level: what, why it matters, what to do, and what was seen. */
export function DoctorFindings({ findings }: { findings: DoctorFinding[] }) {
  return LEVELS.map(({ level, mark, title }) => {
    const found = findings.filter((finding) => finding.level === level);
    if (found.length === 0) return null;
    return (
      <Card key={level} title={title} label={title} note={counted(found.length, 'finding')} flush>
        <ul className="al-findings">
          {found.map((finding) => (
            <Finding
              key={`${finding.check} ${finding.subject} ${finding.what}`}
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
  const { check, subject, level, code, what, why, remedy, evidence } = finding;
  return (
    <li>
      <StateMark mark={mark} />
      <div className="al-grow al-anywhere">
        <p className="al-strong">
          <Words text={capital(what)} />
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
          <dt>Why it matters</dt>
          <dd>{why}</dd>
          <dt>What to do</dt>
          <dd>
            <Words text={remedy} />
          </dd>
        </dl>
        {evidence.length > 0 && (
          <details>
            <summary>What was seen ({evidence.length})</summary>
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
  { key: 'check', title: 'Check', width: '9rem', cell: ({ check }) => checkName(check) },
  {
    key: 'subject',
    title: 'Of what',
    width: 'minmax(0, 1fr)',
    cell: ({ subject }) => (
      <span className="al-mono" title={subject}>
        {subject}
      </span>
    ),
  },
  {
    key: 'what',
    title: 'Found',
    width: 'minmax(0, 2fr)',
    cell: ({ what, evidence }) => <span title={[what, ...evidence].join('\n')}>{capital(what)}</span>,
  },
];

/** What is in order, one line each. */
export function FindingsInOrder({ findings }: { findings: DoctorFinding[] }) {
  const fine = findings.filter(({ level }) => level === 'ok');
  if (fine.length === 0) return null;
  return (
    <Card title="In order" note={counted(fine.length, 'check')} flush>
      <div className="al-doctor-fine">
        <VirtualTable
          label="Checks in order"
          columns={COLUMNS}
          total={fine.length}
          rowAt={(index) => fine[index]}
        />
      </div>
    </Card>
  );
}
