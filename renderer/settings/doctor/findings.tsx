import { sentenceStart } from '../../../core/contract/documents/words.ts';
import type { DoctorFinding } from '../../../core/contract/topics/doctor.ts';
import { checkName } from '../../parts/findings/check-name.ts';
import { FindingList } from '../../parts/findings/finding-list.tsx';
import { Card } from '../../parts/screen.tsx';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { LEVELS } from '../parts/doctor-words.ts';
import { t } from './messages.ts';

/** The problems by level: each with its consequence, its remedy and its evidence. */
export function DoctorFindings({ findings }: { findings: DoctorFinding[] }) {
  return LEVELS.map(({ level, title }) => {
    const found = findings.filter((finding) => finding.level === level);
    if (found.length === 0) return null;
    return (
      <Card key={level} title={title} label={title} note={t('findingsNote', { count: found.length })} flush>
        <FindingList findings={found} />
      </Card>
    );
  });
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
      <span title={[message, ...evidence].join('\n')}>{sentenceStart(message)}</span>
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
