import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useState } from 'react';
import { useAsk } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { JobView } from '../../job/job-view.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** The attached files of a transfer, which can be extracted. Shown only if there are any. */
export function AttachmentsCard({ directory, into }: { directory: string; into: string }) {
  const listed = useAsk('transfers.attachments', { directory }, { staleTime: 0 });
  const extraction = useTicketed('transfers.extract');
  const [to, setTo] = useState(into);
  /** Folder of the last extraction. */
  const [chosenFolder, setChosenFolder] = useState(into);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const files = listed.data?.files ?? [];
  if (listed.error) return <FailureAlert error={listed.error} title={t('attachmentsFailedTitle')} />;
  if (files.length === 0) return null;
  const names = files
    .filter(({ name, available }) => available && !skipped.includes(name))
    .map(({ name }) => name);
  const extract = () => {
    extraction.forgetError();
    setChosenFolder(to);
    void extraction.ask({ directory, names, to });
  };
  const { done = 0, total } = extraction.work?.progress ?? {};
  const extracted = extraction.answer?.value.files.length;
  return (
    <Card title={t('attachmentsTitle')} note={t('attachmentsNote')} label={t('attachmentsTitle')}>
      <div className="al-column">
        <table className="al-plain-table">
          <thead>
            <tr>
              <th scope="col">{t('attachmentColumn')}</th>
              <th scope="col">{t('attachmentSizeColumn')}</th>
              <th scope="col">{t('attachmentNoteColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, size: bytes, digest, note, available }) => (
              <tr key={name}>
                <th scope="row" className="al-anywhere" title={digest}>
                  <Checkbox
                    id={`al-attachment-${name}`}
                    label={name}
                    isChecked={names.includes(name)}
                    isDisabled={!available}
                    onChange={(_event, isChosen) =>
                      setSkipped(isChosen ? skipped.filter((each) => each !== name) : [...skipped, name])
                    }
                  />
                </th>
                <td className="al-num">{size(bytes)}</td>
                <td>{available ? note : <StateMark mark="warning">{t('attachmentAbsent')}</StateMark>}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <RequestFields request="transfers.extract" quiet>
          <PathInput
            id="al-attachments-to"
            label={t('attachmentsToLabel')}
            kind="directory"
            value={to}
            onChange={setTo}
          />
        </RequestFields>
        {extraction.error !== undefined && (
          <FailureAlert error={extraction.error} title={t('extractFailedTitle')} />
        )}
        {extraction.asking ? (
          <>
            <JobView job={extraction.work} label={t('extractProgressLabel')} small />
            <p className="al-sub al-num">{total ? sizeOf(done, total) : ''}</p>
            <div className="al-actions">
              <Button variant="secondary" onClick={extraction.cancel}>
                {t('stopExtractButton')}
              </Button>
            </div>
          </>
        ) : (
          <div className="al-actions">
            <RequestButton
              request="transfers.extract"
              variant="secondary"
              isDisabled={!to.startsWith('/') || names.length === 0}
              onClick={extract}
            >
              {t('extractAttachmentsButton')}
            </RequestButton>
          </div>
        )}
        {extracted !== undefined && (
          <p role="status">
            <StateMark mark="good">
              {t('attachmentsExtracted', { count: extracted, folder: chosenFolder })}
            </StateMark>
          </p>
        )}
      </div>
    </Card>
  );
}
