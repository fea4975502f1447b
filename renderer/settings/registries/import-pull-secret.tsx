import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { type FormEvent, useState } from 'react';
import type { HostDescription, KeepCredentials } from '../../../core/contract/topics/settings.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { underHome } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { PastedText } from '../parts/pasted-text.tsx';
import { KeepWhere, usualPlace } from './keep-where.tsx';
import { t } from './messages.ts';
import { pullSecretNote } from './pull-secret.ts';

const FORM = 'al-import-pull-secret';

/** Imports a pull secret. Its text is stored only here: its request bypasses the query cache, like that of a password. */
export function ImportPullSecret({
  onClose,
  onImported,
}: {
  onClose: () => void;
  onImported: (result: string) => void;
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
      onImported(importedTitle(registries, place, host));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-import-title">
      <ModalHeader title={t('importTitle')} labelId="al-import-title" description={t('importText')} />
      <ModalBody>
        <form id={FORM} className="al-column" autoComplete="off" onSubmit={onSubmit}>
          <ToggleGroup aria-label={t('importFromLabel')}>
            <ToggleGroupItem
              text={t('pasteButton')}
              buttonId="al-import-paste"
              isSelected={from === 'paste'}
              onChange={() => setFrom('paste')}
            />
            <ToggleGroupItem
              text={t('fileButton')}
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
              label={t('pullSecretField')}
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
              label={t('fileField')}
              kind="file"
              value={file}
              onChange={setFile}
              helper={t('fileHelp')}
            />
          )}
          {host && <KeepWhere value={place} onChange={setKeep} host={host} />}
          {failure !== undefined && <FailureAlert error={failure} title={t('importFailedTitle')} />}
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
          {t('importButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Returns the notice after an import, which names the registries and where their credentials are saved. */
function importedTitle(names: readonly string[], place: KeepCredentials, host: HostDescription): string {
  const values = { count: names.length, registries: names.join(', ') };
  if (place === 'session') return t('importedSessionTitle', values);
  if (place === 'key-store') return t('importedKeyStoreTitle', values);
  return t('importedFileTitle', { ...values, file: underHome(host.authFile, host.home) });
}
