import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { type FormEvent, useState } from 'react';
import { useAsk, useDo } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

const FORM = 'al-content-export';

/** Writes the inventory of a reading, and signs it. */
export function ExportDialog({
  session,
  registry,
  onClose,
}: {
  session: string;
  registry: string;
  onClose: () => void;
}) {
  const home = useAsk('host.describe', {}).data?.home;
  const write = useDo('registryContent.export');
  const [typed, setTyped] = useState<string>();
  const [signKey, setSignKey] = useState('');
  const [passphraseFile, setPassphraseFile] = useState('');
  const name = registry.replaceAll(/[^a-z0-9.-]+/gi, '-');
  const file = typed ?? (home ? `${home}/inventory-${name}.json` : '');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (file.trim() === '') return;
    write.mutate({
      session,
      file: file.trim(),
      signKey: signKey || undefined,
      passphraseFile: passphraseFile || undefined,
    });
  };
  const done = write.data;
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-content-export-title">
      <ModalHeader
        title={t('exportTitle', { registry })}
        labelId="al-content-export-title"
        description={t('exportText')}
      />
      <ModalBody>
        {done ? (
          <div className="al-column" role="status">
            <p>
              <StateMark mark={done.signer === undefined ? 'warning' : 'good'}>
                {done.signer === undefined
                  ? t('exportedUnsignedText')
                  : t('exportedText', { signer: done.signer })}
              </StateMark>
            </p>
            <dl className="al-facts">
              <dt>{t('exportedFilesLabel')}</dt>
              {done.files.map((each) => (
                <dd key={each} className="al-copied">
                  <code className="al-mono al-anywhere">{each}</code>
                  <CopyButton text={each} what={t('copyTip')} />
                </dd>
              ))}
            </dl>
            <p className="al-sub">
              {t.parts('exportedNext', {
                command: () => <code key="command">airlock transfers rebuild</code>,
              })}
            </p>
          </div>
        ) : (
          <form id={FORM} className="al-column" onSubmit={onSubmit}>
            <PathInput
              id={`${FORM}-file`}
              label={t('fileLabel')}
              kind="save"
              extensions={['json']}
              value={file}
              onChange={setTyped}
            />
            <PathInput
              id={`${FORM}-key`}
              label={t('signKeyLabel')}
              kind="file"
              extensions={['asc', 'gpg', 'key']}
              value={signKey}
              helper={t('signKeyHelp')}
              onChange={setSignKey}
            />
            <PathInput
              id={`${FORM}-passphrase`}
              label={t('passphraseLabel')}
              kind="file"
              value={passphraseFile}
              onChange={setPassphraseFile}
            />
            {write.error && <FailureAlert error={write.error} title={t('exportFailedTitle')} />}
          </form>
        )}
      </ModalBody>
      <ModalFooter>
        {done ? (
          <Button variant="primary" onClick={onClose}>
            {t('closeButton')}
          </Button>
        ) : (
          <>
            <RequestButton
              request="registryContent.export"
              type="submit"
              form={FORM}
              variant="primary"
              isDisabled={write.isPending || file.trim() === ''}
              isLoading={write.isPending}
            >
              {t('startExportButton')}
            </RequestButton>
            <Button variant="link" onClick={onClose}>
              {t('cancelButton')}
            </Button>
          </>
        )}
      </ModalFooter>
    </Modal>
  );
}
