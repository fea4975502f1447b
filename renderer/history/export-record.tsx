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

const FORM = 'al-export-record';

/** Writes the record as one file, and shows the digest by which the other side knows it again. */
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
      <ModalHeader
        title="Export record"
        labelId="al-export-title"
        description="The record, its images and events, the configuration as used and the resources, as one tar."
      />
      <ModalBody>
        {done ? (
          <div className="al-column" role="status">
            <p>
              <StateMark mark="good">{size(done.bytes)} written</StateMark>
            </p>
            <dl className="al-facts">
              <dt>File</dt>
              <dd className="al-copied">
                <code className="al-mono al-anywhere">{done.file}</code>
                <CopyButton text={done.file} what="Copy the path" />
              </dd>
              <dt>Digest</dt>
              <dd className="al-copied">
                <code className="al-mono al-anywhere">{done.digest}</code>
                <CopyButton text={done.digest} what="Copy the digest" />
              </dd>
            </dl>
            <p className="al-sub">
              Write the digest down or send it by another way: <code>sha256sum</code> gives the same on the
              other side.
            </p>
          </div>
        ) : (
          <form id={FORM} className="al-column" onSubmit={onSubmit}>
            <PathInput
              id="al-export-file"
              label="Save as"
              kind="save"
              extensions={['tar']}
              value={file}
              onChange={setTyped}
              helper="On the host of the engine."
            />
            {write.error && <FailureAlert error={write.error} title="The record was not exported" />}
          </form>
        )}
      </ModalBody>
      <ModalFooter>
        {done ? (
          <Button variant="primary" onClick={onClose}>
            Close
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
              Export record
            </Button>
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
          </>
        )}
      </ModalFooter>
    </Modal>
  );
}
