import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../../core/contract/contract-error.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

const FORM = 'al-rebuild';

/** Restores the ledger of an enclave from the inventory of its registry, so that the next transfer contains only what is new. */
export function RebuildDialog({ workspace, onClose }: { workspace: string; onClose: () => void }) {
  const rebuild = useDo('registryContent.rebuild');
  const [fields, setFields] = useState({ workspace, file: '', verifyKey: '', enclave: '', replace: false });
  const set = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed });
  const exists = rebuild.error !== null && failureOf(rebuild.error).code === 'ledger-exists';
  const ready = fields.workspace.trim() !== '' && fields.file.trim() !== '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || rebuild.isPending) return;
    rebuild.mutate({
      workspace: fields.workspace.trim(),
      file: fields.file.trim(),
      verifyKey: fields.verifyKey || undefined,
      enclave: fields.enclave.trim() || undefined,
      replace: exists && fields.replace,
    });
  };
  const done = rebuild.data;
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-rebuild-title">
      <ModalHeader title={t('rebuildTitle')} labelId="al-rebuild-title" description={t('rebuildText')} />
      <ModalBody>
        {done ? (
          <div className="al-column" role="status">
            <p>
              <StateMark mark={done.signer === undefined ? 'warning' : 'good'}>
                {t('rebuiltText', {
                  transfers: done.transfers.length,
                  enclave: done.enclave,
                  last: done.transfers.at(-1) ?? '',
                })}
              </StateMark>
            </p>
            <p>
              {t('rebuiltSentText', { blobs: done.sent })}
              {done.lost > 0 && ` ${t('rebuiltLostText', { count: done.lost })}`}
            </p>
            <p className="al-sub">
              {done.signer === undefined
                ? t('rebuiltUnsignedText')
                : t('rebuiltSignedText', { signer: done.signer })}
            </p>
            <ProblemList problems={done.problems} />
          </div>
        ) : (
          <form id={FORM} className="al-column" onSubmit={onSubmit}>
            <PathInput
              id={`${FORM}-file`}
              label={t('inventoryLabel')}
              kind="file"
              extensions={['json']}
              value={fields.file}
              required
              helper={t('inventoryHelp')}
              onChange={(file) => set({ file })}
            />
            <PathInput
              id={`${FORM}-key`}
              label={t('inventoryKeyLabel')}
              kind="file"
              extensions={['asc', 'gpg', 'pub']}
              value={fields.verifyKey}
              helper={t('inventoryKeyHelp')}
              onChange={(verifyKey) => set({ verifyKey })}
            />
            <PathInput
              id={`${FORM}-workspace`}
              label={t('rebuildWorkspaceLabel')}
              kind="directory"
              value={fields.workspace}
              required
              helper={t('rebuildWorkspaceHelp')}
              onChange={(directory) => set({ workspace: directory })}
            />
            <FormGroup label={t('rebuildEnclaveLabel')} fieldId={`${FORM}-enclave`}>
              <TextInput
                id={`${FORM}-enclave`}
                value={fields.enclave}
                placeholder={t('rebuildEnclavePlaceholder')}
                onChange={(_event, enclave) => set({ enclave })}
              />
            </FormGroup>
            {rebuild.error && <FailureAlert error={rebuild.error} title={t('rebuildFailedTitle')} />}
            {exists && (
              <Checkbox
                id={`${FORM}-replace`}
                label={t('rebuildReplaceLabel')}
                isChecked={fields.replace}
                onChange={(_event, replace) => set({ replace })}
              />
            )}
          </form>
        )}
      </ModalBody>
      <ModalFooter>
        {done ? (
          <Button variant="primary" onClick={onClose}>
            {t('rebuildCloseButton')}
          </Button>
        ) : (
          <>
            <RequestButton
              request="registryContent.rebuild"
              type="submit"
              form={FORM}
              variant="primary"
              isDisabled={!ready || rebuild.isPending || (exists && !fields.replace)}
              isLoading={rebuild.isPending}
            >
              {t('rebuildButton')}
            </RequestButton>
            <Button variant="link" onClick={onClose}>
              {t('rebuildCancelButton')}
            </Button>
          </>
        )}
      </ModalFooter>
    </Modal>
  );
}
