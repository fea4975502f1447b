import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import { useState } from 'react';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useDo } from '../engine/requests.ts';
import { DigestText } from '../parts/digest.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { exactTime, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { StepRow } from '../parts/step-row.tsx';
import { lifeSteps, STEP_LABELS } from './enclave-words.ts';
import { LostDialog } from './lost-dialog.tsx';
import { t } from './messages.ts';
import { NoteForm } from './note-form.tsx';

/** Shows the steps of a transfer, and its actions. `onLost` receives the problems found while it is marked as lost. */
export function TransferSteps({
  workspace,
  transfer,
  onLost,
}: {
  workspace: string;
  transfer: TransferLifeLine;
  onLost: (problems: ContractProblem[]) => void;
}) {
  const note = useDo('transfers.note');
  const [losing, setLosing] = useState(false);
  const { name, images, bytes, volumes, state } = transfer;
  const unfinished = state === 'under-construction';
  const numbers = [
    ...(images > 0 ? [t('imagesNote', { images })] : []),
    ...(bytes > 0 ? [size(bytes)] : []),
    ...(volumes > 0 ? [t('archivesNote', { archives: volumes })] : []),
    ...(transfer.failed > 0 ? [t('failedNote', { blobs: transfer.failed })] : []),
  ].join(' · ');
  return (
    <Card
      title={name}
      note={<span className="al-num">{numbers}</span>}
      actions={
        !unfinished && (
          <>
            {transfer.protected && <Label color="blue">{t('protectedLabel')}</Label>}
            <RequestButton
              request="transfers.note"
              variant="link"
              size="sm"
              isDisabled={note.isPending}
              title={t('protectTip')}
              onClick={() => note.mutate({ workspace, transfer: name, protect: !transfer.protected })}
            >
              {transfer.protected ? t('unprotectButton') : t('protectButton')}
            </RequestButton>
            <Button variant="link" size="sm" onClick={() => setLosing(true)}>
              {t('lostButton')}
            </Button>
          </>
        )
      }
    >
      {unfinished ? (
        <StateMark mark="running">{t('unfinishedText', { transfer: name })}</StateMark>
      ) : (
        <StepRow steps={lifeSteps(transfer)} label={t('stepsLabel', { transfer: name })} />
      )}
      {note.error && <FailureAlert error={note.error} title={t('journalFailedTitle')} />}
      {losing && (
        <LostDialog
          workspace={workspace}
          transfer={transfer}
          onClose={() => setLosing(false)}
          onDone={(problems) => {
            setLosing(false);
            onLost(problems);
          }}
        />
      )}
    </Card>
  );
}

/** Shows the journal of a transfer (what happened, recorded by whom) and its volumes. */
export function TransferDetail({ workspace, transfer }: { workspace: string; transfer: TransferLifeLine }) {
  const { name, events, notes, files } = transfer;
  const lines = [
    ...events.map(({ step, ...line }) => ({ ...line, what: STEP_LABELS[step] })),
    ...notes.map((line) => ({ ...line, what: t('noteEntry') })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Card title={t('journalTitle')} note={name} flush>
      <NoteForm workspace={workspace} transfer={transfer} />
      {lines.length === 0 && <p className="al-in al-sub">{t('noEntriesText')}</p>}
      <ul className="al-list">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
          <li key={index}>
            <div className="al-grow">
              <p>
                <strong>{line.what}</strong>{' '}
                {line.text !== undefined && <span className="al-anywhere">{line.text}</span>}
              </p>
              <p className="al-sub al-small al-num">
                {exactTime(new Date(line.at))}
                {line.by !== undefined && ` · ${line.by}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {files.length > 0 && (
        <details className="al-in al-transfer-files">
          <summary>{t('filesText', { archives: files.length })}</summary>
          <ul>
            {files.map((file, index) => (
              <li key={file.name}>
                <span className="al-num al-nowrap">
                  {index + 1} {file.missing && <StateMark mark="left-out">{t('notReceived')}</StateMark>}
                </span>
                <code className="al-mono al-cut" title={file.name}>
                  {file.name}
                </code>
                <span className="al-end al-num al-nowrap">{file.size > 0 ? size(file.size) : ''}</span>
                <DigestText digest={file.sha256} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
