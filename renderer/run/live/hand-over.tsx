import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { useAsk } from '../../engine/requests.ts';
import { clusterAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';

/** What to do with a cluster after a push: the sheet to hand over, and the screen that applies its manifests. */
export function HandOverActions({
  run: { config, handOver },
}: {
  run: Pick<LiveRun, 'config' | 'handOver'>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {handOver !== undefined && (
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Hand-over sheet
        </Button>
      )}
      {config !== undefined && <Link to={clusterAddress(config)}>Apply to a cluster</Link>}
      {open && handOver !== undefined && <HandOverDialog file={handOver} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The sheet as it lies on disk, in a frame without script. */
function HandOverDialog({ file, onClose }: { file: string; onClose: () => void }) {
  const sheet = useAsk('clusters.handOver', { file }, { staleTime: 0 });
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-hand-over">
      <ModalHeader title="Hand-over sheet" labelId="al-hand-over" description={file} />
      <ModalBody className="al-hand-over">
        {sheet.error && <FailureAlert error={sheet.error} title="The sheet was not read" />}
        {sheet.data && (
          // Without scripts of its own; this page may print it.
          <iframe
            ref={frame}
            title="Hand-over sheet"
            sandbox="allow-same-origin allow-modals"
            srcDoc={sheet.data.html}
          />
        )}
      </ModalBody>
      <ModalFooter>
        <Button
          variant="primary"
          isDisabled={!sheet.data}
          onClick={() => frame.current?.contentWindow?.print()}
        >
          Print
        </Button>
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </ModalFooter>
    </Modal>
  );
}
