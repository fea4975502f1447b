import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { type FormEvent, useState } from 'react';
import { useTicketed } from '../engine/ticketed.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

const FORM = 'al-save-report-form';

/** Saves the report of this site, for the site that supplies it. */
export function SaveReportDialog({
  directories,
  onClose,
}: {
  /** Directories with transfers, those with received ones first. */
  directories: readonly string[];
  onClose: () => void;
}) {
  const [directory, setDirectory] = useState(directories[0] ?? '');
  const [file, setFile] = useState('');
  const write = useTicketed('sites.writeReport');
  const saved = write.answer?.value;
  const progress = write.work?.progress;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== '') void write.ask({ directory, file });
  };
  return (
    <Modal
      isOpen
      variant="medium"
      onClose={onClose}
      aria-labelledby="al-save-report-title"
      elementToFocus="#al-save-report-file"
    >
      <ModalHeader
        title={t('saveReportTitle')}
        labelId="al-save-report-title"
        description={t('saveReportText')}
      />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={onSubmit} noValidate>
          <FormGroup label={t('receivedLabel')} fieldId="al-save-report-directory">
            <FormSelect
              id="al-save-report-directory"
              value={directory}
              onChange={(_event, value) => {
                setDirectory(value);
                write.forget();
              }}
            >
              {directories.map((each) => (
                <FormSelectOption key={each} value={each} label={each} />
              ))}
            </FormSelect>
          </FormGroup>
          <PathInput
            id="al-save-report-file"
            label={t('reportFileLabel')}
            kind="save"
            value={file}
            helper={t('newFileHelp')}
            onChange={(value) => {
              setFile(value);
              write.forget();
            }}
          />
          <div role="status">
            {write.asking && progress?.total !== undefined && (
              <StateMark mark="running">
                {t('readingText', { done: size(progress.done), total: size(progress.total) })}
              </StateMark>
            )}
            {saved && (
              <StateMark mark="good">
                {t('savedText', {
                  file: saved.file,
                  size: size(saved.bytes),
                  sites: saved.sites.join(', ') || t('none'),
                })}
              </StateMark>
            )}
          </div>
          {write.error !== undefined && <FailureAlert error={write.error} title={t('saveFailedTitle')} />}
        </form>
      </ModalBody>
      <ModalFooter>
        {!saved && (
          <RequestButton
            request="sites.writeReport"
            type="submit"
            form={FORM}
            variant="primary"
            isDisabled={file === '' || write.asking}
            isLoading={write.asking}
          >
            {t('saveReportButton')}
          </RequestButton>
        )}
        <Button
          variant="link"
          onClick={() => {
            write.cancel();
            onClose();
          }}
        >
          {saved ? t('closeButton') : t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
