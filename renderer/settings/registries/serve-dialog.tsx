import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import { readInteger } from '../../../core/contract/documents/option-values.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { t } from './messages.ts';

const FORM = 'al-serve';
const PORTS = { least: 0, most: 65_535 };

/** The form that serves archive sets as a read-only registry. */
export function ServeDialog({
  directory: given,
  onClose,
}: {
  /** Empty: the current workspace. */
  directory: string;
  onClose: () => void;
}) {
  const workspace = useCurrentWorkspace();
  const serve = useDo('registries.serve');
  const [typed, setTyped] = useState<string>();
  const [form, setForm] = useState({
    host: '127.0.0.1',
    port: '5000',
    tlsCert: '',
    tlsKey: '',
    htpasswd: '',
    resourcesTo: '',
  });
  const directory = typed ?? (given || workspace) ?? '';
  const port = readInteger(form.port.trim(), PORTS);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const ready = directory !== '' && form.host.trim() !== '' && port.problem === undefined;
  const start = () => {
    const { tlsCert, tlsKey, htpasswd, resourcesTo } = form;
    serve.mutate(
      {
        ...{ directory, host: form.host.trim(), port: port.value },
        ...{ tlsCert: tlsCert || undefined, tlsKey: tlsKey || undefined },
        ...{ htpasswd: htpasswd || undefined, resourcesTo: resourcesTo || undefined },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-serve-title">
      <ModalHeader title={t('serveTitle')} labelId="al-serve-title" description={t('serveText')} />
      <ModalBody>
        <form
          id={FORM}
          className="al-column"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready && !serve.isPending) start();
          }}
        >
          {serve.error && <FailureAlert error={serve.error} title={t('serveFailedTitle')} />}
          <PathInput
            id="al-serve-directory"
            label={t('serveDirectoryLabel')}
            kind="directory"
            value={directory}
            onChange={setTyped}
            helper={t('serveDirectoryHelp')}
            required
          />
          <div className="al-serve-pair">
            <TextField
              id="al-serve-host"
              label={t('serveHostLabel')}
              value={form.host}
              note={t('serveHostHelp')}
              onChange={set('host')}
            />
            <TextField
              id="al-serve-port"
              label={t('servePortLabel')}
              value={form.port}
              problem={port.problem}
              note={t('servePortHelp')}
              onChange={set('port')}
            />
            <PathInput
              id="al-serve-cert"
              label={t('serveCertLabel')}
              kind="file"
              value={form.tlsCert}
              onChange={set('tlsCert')}
              placeholder={t('serveNonePlaceholder')}
              helper={t('serveCertHelp')}
            />
            <PathInput
              id="al-serve-key"
              label={t('serveKeyLabel')}
              kind="file"
              value={form.tlsKey}
              onChange={set('tlsKey')}
              placeholder={t('serveNonePlaceholder')}
            />
          </div>
          <PathInput
            id="al-serve-users"
            label={t('serveUsersLabel')}
            kind="file"
            value={form.htpasswd}
            onChange={set('htpasswd')}
            placeholder={t('serveUsersPlaceholder')}
            helper={t('serveUsersHelp')}
          />
          <PathInput
            id="al-serve-resources"
            label={t('serveManifestsLabel')}
            kind="directory"
            value={form.resourcesTo}
            onChange={set('resourcesTo')}
            placeholder={t('serveNonePlaceholder')}
            helper={t('serveManifestsHelp')}
          />
        </form>
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form={FORM}
          variant="primary"
          isDisabled={!ready || serve.isPending}
          isLoading={serve.isPending}
        >
          {t('startServingButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
