import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { type FormEvent, useState } from 'react';
import type { KeepCredentials } from '../../../core/contract/topics/settings.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { counted } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { PastedText } from '../parts/pasted-text.tsx';
import { KeepWhere, placeWords, usualPlace } from './keep-where.tsx';
import { pullSecretNote } from './pull-secret.ts';

const FORM = 'al-import-pull-secret';

/** Takes a pull secret over. Its text is held here alone and asked for past the query cache, like any password. */
export function ImportPullSecret({
  onClose,
  onImported,
}: {
  onClose: () => void;
  onImported: (said: string) => void;
}) {
  const client = useClient();
  const host = useAsk('host.describe', {}).data;
  const [from, setFrom] = useState<'paste' | 'file'>('paste');
  const [text, setText] = useState('');
  const [file, setFile] = useState('');
  const [keep, setKeep] = useState<KeepCredentials>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const note = pullSecretNote(text);
  const ready = from === 'paste' ? note.variant === 'success' : file.trim() !== '';
  const place = keep ?? usualPlace(host);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || !host) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { registries } = await client.request('credentials.importPullSecret', {
        text: from === 'paste' ? text : undefined,
        file: from === 'paste' ? undefined : file.trim(),
        keep: place,
      });
      setText('');
      onImported(
        `${counted(registries.length, 'login')} kept in ${placeWords(place, host)}: ${registries.join(', ')}`,
      );
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-import-title">
      <ModalHeader
        title="Import pull secret"
        labelId="al-import-title"
        description="As downloaded from console.redhat.com, or any auth.json."
      />
      <ModalBody>
        <form id={FORM} className="al-column" autoComplete="off" onSubmit={onSubmit}>
          <ToggleGroup aria-label="Where the pull secret is">
            <ToggleGroupItem
              text="Paste it"
              buttonId="al-import-paste"
              isSelected={from === 'paste'}
              onChange={() => setFrom('paste')}
            />
            <ToggleGroupItem
              text="Read a file"
              buttonId="al-import-file"
              isSelected={from === 'file'}
              onChange={() => {
                setFrom('file');
                setText('');
              }}
            />
          </ToggleGroup>
          {from === 'paste' ? (
            <PastedText
              id="al-import-text"
              label="Pull secret"
              value={text}
              rows={4}
              autoComplete="off"
              note={note}
              onChange={setText}
              veiled
            />
          ) : (
            <PathInput
              id="al-import-path"
              label="File"
              kind="file"
              value={file}
              onChange={setFile}
              helper="On the host of the engine. The file stays as it is."
            />
          )}
          {host && <KeepWhere value={place} onChange={setKeep} host={host} />}
          {failure !== undefined && <FailureAlert error={failure} title="The pull secret was not imported" />}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="credentials.importPullSecret"
          type="submit"
          form={FORM}
          variant="primary"
          isDisabled={!ready || busy}
          isLoading={busy}
        >
          Import pull secret
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
