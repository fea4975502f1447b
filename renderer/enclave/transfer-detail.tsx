import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import { useState } from 'react';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useDo } from '../engine/requests.ts';
import { DigestText } from '../parts/digest.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { counted, exactTime, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { StepRow } from '../parts/step-row.tsx';
import { lifeSteps, STEP_LABELS } from './enclave-words.ts';
import { LostDialog } from './lost-dialog.tsx';
import { NoteForm } from './note-form.tsx';

/** How far one transfer is, and what can be said of it. `onLost` gets the problems of noting it as lost. */
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
  const { name, images, bytes, pieces, state } = transfer;
  const built = state === 'under construction';
  const numbers = [
    ...(images > 0 ? [counted(images, 'image')] : []),
    ...(bytes > 0 ? [size(bytes)] : []),
    ...(pieces > 0 ? [counted(pieces, 'piece')] : []),
    ...(transfer.failed > 0 ? [`${counted(transfer.failed, 'blob')} failed`] : []),
  ].join(' · ');
  return (
    <Card
      title={name}
      note={<span className="al-num">{numbers}</span>}
      actions={
        !built && (
          <>
            {transfer.protected && <Label color="blue">Protected</Label>}
            <RequestButton
              request="transfers.note"
              variant="link"
              size="sm"
              isDisabled={note.isPending}
              title="Protected sets stay when space is freed"
              onClick={() => note.mutate({ workspace, transfer: name, protect: !transfer.protected })}
            >
              {transfer.protected ? 'Unprotect' : 'Protect'}
            </RequestButton>
            <Button variant="link" size="sm" onClick={() => setLosing(true)}>
              Note as lost
            </Button>
          </>
        )
      }
    >
      {built ? (
        <StateMark mark="running">Under construction: the fetch that makes it goes on with it.</StateMark>
      ) : (
        <StepRow steps={lifeSteps(transfer)} label={`Steps of ${name}`} />
      )}
      {note.error && <FailureAlert error={note.error} title="The journal was not written" />}
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

/** The journal of a transfer: what happened, who said so; and its pieces. */
export function TransferDetail({ workspace, transfer }: { workspace: string; transfer: TransferLifeLine }) {
  const { name, events, notes, files } = transfer;
  const lines = [
    ...events.map(({ step, ...line }) => ({ ...line, what: STEP_LABELS[step] })),
    ...notes.map((line) => ({ ...line, what: 'Note' })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Card title="Journal" note={name} flush>
      <NoteForm workspace={workspace} transfer={transfer} />
      {lines.length === 0 && <p className="al-in al-sub">Nothing is written of it yet.</p>}
      <ul className="al-list">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal in all they say
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
          <summary>{counted(files.length, 'piece')} with digest and size</summary>
          <ul>
            {files.map((file, index) => (
              <li key={file.name}>
                <span className="al-num al-nowrap">
                  {index + 1} {file.lacking && <StateMark mark="left-out">did not arrive</StateMark>}
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
