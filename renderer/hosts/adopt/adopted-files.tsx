import type { Step } from '../../../core/contract/documents/nmstate.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { FileList, FilePreview, StepList } from '../outputs/output-files.tsx';
import type { Adopted } from './adopt-form.ts';
import { t } from './messages.ts';

type AdoptedFile = Adopted['files'][number];

/** The files with a preview, the explanation of the shown document, the steps and the rollback. */
export function AdoptedFiles({
  adopted: { files, steps, rollback },
  shown,
  onShow,
}: {
  adopted: Adopted;
  shown: AdoptedFile | undefined;
  onShow: (file: string) => void;
}) {
  return (
    <div className="al-adopt-files">
      <div className="al-column">
        <Card title={t('filesTitle', { files: files.length })} flush>
          <FileList files={files} shown={shown} onShow={onShow} />
        </Card>
        {shown?.document && <Explanation document={shown.document} />}
        <Card title={t('stepsTitle')}>
          <StepList steps={steps.map(stepOf)} isOrdered />
        </Card>
        <Card title={t('rollbackTitle')} note={t('rollbackNote')}>
          <p className="al-sub al-small">{t('rollbackText')}</p>
          <StepList steps={rollback.map(stepOf)} isOrdered={false} />
        </Card>
      </div>
      <FilePreview file={shown} />
    </div>
  );
}

function stepOf({ title, why, commands }: Step): {
  title: string;
  text: string;
  command: string | undefined;
} {
  return { title, text: why, command: commands.length > 0 ? commands.join('\n') : undefined };
}

const MARKS: Record<NonNullable<AdoptedFile['document']>['decisions'][number]['kind'], Mark> = {
  included: 'good',
  added: 'info',
  omitted: 'left-out',
};

/** The decisions about a document: what it contains, and what is left out. */
function Explanation({ document: { hosts, decisions } }: { document: NonNullable<AdoptedFile['document']> }) {
  return (
    <Card title={t('explanationTitle')} note={t('explanationNote', { hosts: hosts.length })}>
      <ul className="al-adopt-decisions">
        {decisions.map(({ kind, what, why }) => (
          <li key={`${kind} ${what}`}>
            <StateMark mark={MARKS[kind]}>
              <span className="al-sub al-small">{t(kind)}</span> <strong>{what}</strong>
              <span className="al-sub al-small al-adopt-why">{why}</span>
            </StateMark>
          </li>
        ))}
      </ul>
    </Card>
  );
}
