import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { failureOf } from '../../../core/contract/contract-error.ts';
import type { HostOutput } from '../../../core/contract/topics/hosts.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { t as common } from '../messages.ts';
import { useHosts } from '../use-hosts.tsx';
import { t } from './messages.ts';
import { EMPTY_FORM, isComplete, type SaveForm, saveInput } from './save-form.ts';

/** Saves the files to a folder. BMC passwords are entered here, because sets and previews don't contain them. */
export function SaveOutputs({
  output,
  files,
  secret,
  onSaved,
  onClose,
}: {
  output: HostOutput;
  files: number;
  /** Some of the files contain passwords. */
  secret: boolean;
  onSaved: (directory: string) => void;
  onClose: () => void;
}) {
  const { set } = useHosts();
  const [form, setForm] = useState(EMPTY_FORM);
  const change = (changes: Partial<SaveForm>) => setForm({ ...form, ...changes });
  const save = useDo('hosts.saveOutputs');
  const exists = save.error ? failureOf(save.error).code === 'file-changed' : false;
  const submit = () =>
    save.mutate(saveInput({ set, output }, form, secret), {
      onSuccess: (saved) => onSaved(saved.directory),
    });
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-hosts-save-title">
      <ModalHeader title={t('saveFilesButton', { files })} labelId="al-hosts-save-title" />
      <ModalBody>
        <div className="al-column">
          <PathInput
            id="al-hosts-directory"
            label={t('directoryLabel')}
            kind="directory"
            value={form.directory}
            placeholder="/data/fleet/openshift"
            autoFocus
            onChange={(directory) => change({ directory })}
          />
          {secret && <PasswordFields form={form} onChange={change} />}
          {(exists || form.overwrite) && (
            <Checkbox
              id="al-hosts-overwrite"
              label={t('overwriteLabel')}
              isChecked={form.overwrite}
              onChange={(_event, overwrite) => change({ overwrite })}
            />
          )}
          {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="hosts.saveOutputs"
          isDisabled={!isComplete(form, secret) || save.isPending}
          isLoading={save.isPending}
          onClick={submit}
        >
          {t('saveFilesButton', { files })}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {common('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function PasswordFields({
  form: { passwords, username, password, passwordFile },
  onChange,
}: {
  form: SaveForm;
  onChange: (changes: Partial<SaveForm>) => void;
}) {
  return (
    <>
      <FormGroup label={t('passwordsLabel')} fieldId="al-hosts-passwords">
        <FormSelect
          id="al-hosts-passwords"
          value={passwords}
          onChange={(_event, value) => onChange({ passwords: value as SaveForm['passwords'] })}
        >
          <FormSelectOption value="none" label={t('noPasswordsOption')} />
          <FormSelectOption value="same" label={t('onePasswordOption')} />
          <FormSelectOption value="file" label={t('passwordFileOption')} />
        </FormSelect>
      </FormGroup>
      {passwords === 'same' && (
        <div className="al-hosts-questions">
          <FormGroup label={t('usernameLabel')} fieldId="al-hosts-username">
            <TextInput
              id="al-hosts-username"
              autoComplete="off"
              value={username}
              onChange={(_event, value) => onChange({ username: value })}
            />
          </FormGroup>
          <FormGroup label={t('passwordLabel')} fieldId="al-hosts-password">
            <TextInput
              id="al-hosts-password"
              type="password"
              autoComplete="off"
              value={password}
              onChange={(_event, value) => onChange({ password: value })}
            />
          </FormGroup>
        </div>
      )}
      {passwords === 'file' && (
        <PathInput
          id="al-hosts-password-file"
          label={t('passwordFileLabel')}
          kind="file"
          extensions={['csv', 'tsv', 'yaml', 'yml']}
          value={passwordFile}
          onChange={(value) => onChange({ passwordFile: value })}
        />
      )}
      <p className="al-sub al-small">{t('passwordsHelp')}</p>
    </>
  );
}
