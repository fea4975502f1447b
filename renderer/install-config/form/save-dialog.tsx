import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { counted } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useAnalysis, useConfig, useKeeping } from './use-config.tsx';

/** Writes install-config.yaml; whether secrets go into it is asked each time. */
export function SaveDialog({
  hadSecrets,
  onSaved,
  onClose,
}: {
  /** The file has its secrets already: without them it would lose them. */
  hadSecrets: boolean;
  onSaved: (saved: { file: string; digest: string }) => void;
  onClose: () => void;
}) {
  const { fields } = useConfig();
  const { errors } = useAnalysis();
  const { now, failure } = useKeeping();
  const [file, setFile] = useState(fields.file);
  const [withSecrets, setWithSecrets] = useState(hadSecrets);
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
      <ModalHeader title="Save install-config.yaml" labelId="al-ic-save-title" />
      <ModalBody>
        <div className="al-column">
          {errors > 0 && (
            <p>
              <StateMark mark="bad">
                The installer would refuse it: {counted(errors, 'error')} to mend.
              </StateMark>
            </p>
          )}
          <PathInput
            id="al-ic-save-file"
            label="File"
            kind="save"
            extensions={['yaml', 'yml']}
            value={file}
            onChange={setFile}
          />
          <fieldset className="al-ic-choice">
            <legend>Secrets</legend>
            <Radio
              id="al-ic-save-without"
              name="al-ic-save-secrets"
              label="Leave them out"
              description={
                hadSecrets
                  ? 'The file loses those that it has now.'
                  : 'Empty in their place; type them in before installing.'
              }
              isChecked={!withSecrets}
              onChange={() => setWithSecrets(false)}
            />
            <Radio
              id="al-ic-save-with"
              name="al-ic-save-secrets"
              label="Write them into the file"
              description="Readable by your user alone. The installer deletes the file when it has read it: keep a copy."
              isChecked={withSecrets}
              onChange={() => setWithSecrets(true)}
            />
          </fieldset>
          {error !== undefined && <FailureAlert error={error} title="The file was not saved" />}
          {save.isSuccess && (
            <p role="status">
              <StateMark mark="good">
                Saved <span className="al-mono al-anywhere">{save.data.file}</span>
              </StateMark>
            </p>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        {save.isSuccess ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button
            isDisabled={!file.startsWith('/') || save.isPending}
            isLoading={save.isPending}
            onClick={() => void write()}
          >
            Save file
          </Button>
        )}
        {!save.isSuccess && (
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
        )}
      </ModalFooter>
    </Modal>
  );
}
