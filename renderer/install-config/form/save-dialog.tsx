import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';
import { useAnalysis, useConfig, useKeeping } from './use-config.tsx';

/** Writes install-config.yaml, with or without secrets. */
export function SaveDialog({
  hadSecrets,
  onSaved,
  onClose,
}: {
  /** Whether the file contains secrets now. */
  hadSecrets: boolean;
  onSaved: (saved: { file: string; digest: string }) => void;
  onClose: () => void;
}) {
  const { fields } = useConfig();
  const { errors } = useAnalysis();
  const { now, failure } = useKeeping();
  const [file, setFile] = useState(fields.file);
  const [withSecrets, setWithSecrets] = useState(hadSecrets);
  const [confirmed, setConfirmed] = useState(false);
  const save = useDo('installConfig.saveFile');
  /** The draft could not be saved, so the file was not written either. */
  const [unsaved, setUnsaved] = useState(false);
  const error = save.error ?? (unsaved ? failure : undefined);
  const write = async () => {
    const draft = (await now())?.draft;
    setUnsaved(!draft);
    if (draft) save.mutate({ draft, file, withSecrets }, { onSuccess: onSaved });
  };
  return (
    <Modal isOpen variant="small" position="top" onClose={onClose} aria-labelledby="al-ic-save-title">
      <ModalHeader title={t('saveTitle')} labelId="al-ic-save-title" />
      <ModalBody>
        <div className="al-column">
          {errors > 0 && (
            <>
              <p>
                <StateMark mark="bad">{t('saveInvalidText', { errors })}</StateMark>
              </p>
              <Checkbox
                id="al-ic-save-anyway"
                label={t('saveAnywayLabel', { errors })}
                isChecked={confirmed}
                onChange={(_event, on) => setConfirmed(on)}
              />
            </>
          )}
          <PathInput
            id="al-ic-save-file"
            label={t('fileLabel')}
            kind="save"
            extensions={['yaml', 'yml']}
            value={file}
            onChange={setFile}
          />
          <fieldset className="al-ic-choice">
            <legend>{t('secretsLegend')}</legend>
            <Radio
              id="al-ic-save-without"
              name="al-ic-save-secrets"
              label={t('withoutSecretsLabel')}
              description={hadSecrets ? t('loseSecretsHelp') : t('withoutSecretsHelp')}
              isChecked={!withSecrets}
              onChange={() => setWithSecrets(false)}
            />
            <Radio
              id="al-ic-save-with"
              name="al-ic-save-secrets"
              label={t('withSecretsLabel')}
              description={t('withSecretsHelp')}
              isChecked={withSecrets}
              onChange={() => setWithSecrets(true)}
            />
          </fieldset>
          {error !== undefined && <FailureAlert error={error} title={t('saveFailedTitle')} />}
          {save.isSuccess && (
            <p role="status">
              <StateMark mark="good">
                {t.parts('savedText', {
                  file: () => (
                    <span key="file" className="al-mono al-anywhere">
                      {save.data.file}
                    </span>
                  ),
                })}
              </StateMark>
            </p>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        {save.isSuccess ? (
          <Button onClick={onClose}>{t('closeButton')}</Button>
        ) : (
          <Button
            isDisabled={!file.startsWith('/') || save.isPending || (errors > 0 && !confirmed)}
            isLoading={save.isPending}
            onClick={() => void write()}
          >
            {t('saveButton')}
          </Button>
        )}
        {!save.isSuccess && (
          <Button variant="link" onClick={onClose}>
            {t('cancelButton')}
          </Button>
        )}
      </ModalFooter>
    </Modal>
  );
}
