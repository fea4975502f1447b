import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { type FormEvent, useState } from 'react';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { size } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

const FORM = 'al-export-record';

/** Writes the record as one file, and shows the digest with which the other side can verify it. */
export function ExportRecord({ run, onClose }: { run: LiveRun; onClose: () => void }) {
  const home = useAsk('host.describe', {}).data?.home;
  const write = useDo('runs.export');
  const [typed, setTyped] = useState<string>();
  const file = typed ?? (home ? `${home}/${baseName(run.directory)}.tar` : '');
  const done = write.data;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (file.trim() !== '') write.mutate({ run: run.run, file: file.trim() });
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-export-title">
      <ModalHeader title={t('exportTitle')} labelId="al-export-title" description={t('exportText')} />
      <ModalBody>
        {done ? (
          <div className="al-column" role="status">
            <p>
              <StateMark mark="good">{t('writtenText', { size: size(done.bytes) })}</StateMark>
            </p>
            <dl className="al-facts">
              <dt>{t('fileLabel')}</dt>
              <dd className="al-copied">
                <code className="al-mono al-anywhere">{done.file}</code>
                <CopyButton text={done.file} what={t('copyPathTip')} />
              </dd>
              <dt>{t('digestLabel')}</dt>
              <dd className="al-copied">
                <code className="al-mono al-anywhere">{done.digest}</code>
                <CopyButton text={done.digest} what={t('copyDigestTip')} />
              </dd>
            </dl>
            <p className="al-sub">
              {t.parts('digestText', { code: (inner) => <code key="command">{inner}</code> })}
            </p>
          </div>
        ) : (
          <form id={FORM} className="al-column" onSubmit={onSubmit}>
            <PathInput
              id="al-export-file"
              label={t('saveAsLabel')}
              kind="save"
              extensions={['tar']}
              value={file}
              onChange={setTyped}
              helper={t('saveAsHelp')}
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
            <Button
              type="submit"
              form={FORM}
              variant="primary"
              isDisabled={write.isPending || file.trim() === ''}
              isLoading={write.isPending}
            >
              {t('exportButton')}
            </Button>
            <Button variant="link" onClick={onClose}>
              {t('cancelButton')}
            </Button>
          </>
        )}
      </ModalFooter>
    </Modal>
  );
}
