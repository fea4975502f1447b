import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { type FormEvent, useState } from 'react';
import type { ReadSiteReport } from '../../core/contract/topics/sites.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

const FORM = 'al-record-report-form';

/** Records a site report after showing its content. `onDone` receives the problems found meanwhile. */
export function RecordReportDialog({
  workspaces,
  onClose,
  onDone,
}: {
  workspaces: readonly string[];
  onClose: () => void;
  onDone: (problems: ContractProblem[]) => void;
}) {
  const [workspace, setWorkspace] = useState(workspaces[0] ?? '');
  const [file, setFile] = useState('');
  const read = useDo('sites.readReport');
  const record = useDo('sites.recordReport');
  const found = read.data;
  const changed = () => {
    read.reset();
    record.reset();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (file === '') return;
    if (!found) read.mutate({ workspace, file });
    else record.mutate({ workspace, file }, { onSuccess: ({ problems }) => onDone(problems) });
  };
  return (
    <Modal
      isOpen
      variant="medium"
      onClose={onClose}
      aria-labelledby="al-report-title"
      elementToFocus="#al-report-file"
    >
      <ModalHeader
        title={t('recordReportTitle')}
        labelId="al-report-title"
        description={t('recordReportText')}
      />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={onSubmit} noValidate>
          <FormGroup label={t('reportWorkspaceLabel')} fieldId="al-report-workspace">
            <FormSelect
              id="al-report-workspace"
              value={workspace}
              onChange={(_event, value) => {
                setWorkspace(value);
                changed();
              }}
            >
              {workspaces.map((each) => (
                <FormSelectOption key={each} value={each} label={each} />
              ))}
            </FormSelect>
          </FormGroup>
          <PathInput
            id="al-report-file"
            label={t('reportFileLabel')}
            kind="file"
            value={file}
            onChange={(value) => {
              setFile(value);
              changed();
            }}
          />
          <div role="status">{found && <ReportContent report={found} />}</div>
          {(read.error ?? record.error) && (
            <FailureAlert error={read.error ?? record.error} title={t('reportFailedTitle')} />
          )}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="sites.recordReport"
          type="submit"
          form={FORM}
          variant="primary"
          isDisabled={file === '' || read.isPending || record.isPending}
          isLoading={read.isPending || record.isPending}
        >
          {found ? t('acceptReportButton') : t('readReportButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function ReportContent({ report: { enclave, acknowledged, unknown, sites } }: { report: ReadSiteReport }) {
  return (
    <div className="al-code-content">
      <StateMark mark="good">{t('reportContent', { enclave, acknowledged: acknowledged.length })}</StateMark>
      <ul>
        {acknowledged.map(({ transfer, summary }) => (
          <li key={transfer}>
            {transfer}: {summary}
          </li>
        ))}
      </ul>
      {unknown.length > 0 && <p>{t('reportUnknown', { transfers: unknown.length })}</p>}
      {sites.length > 0 && <p>{t('reportSites', { sites: sites.join(', ') })}</p>}
    </div>
  );
}
