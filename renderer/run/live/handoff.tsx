import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { useAsk } from '../../engine/requests.ts';
import { clusterAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { t } from './ended/messages.ts';

/**
 * Opens the handoff sheet of a push, and the screen that applies its manifests. After a complete run, the latter is the next
 * step at the top of the page.
 */
export function HandoffActions({
  run: { config, handoff, status },
}: {
  run: Pick<LiveRun, 'config' | 'handoff' | 'status'>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {handoff !== undefined && (
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('handoffButton')}
        </Button>
      )}
      {config !== undefined && status !== 'complete' && (
        <Link className="pf-v6-c-button pf-m-secondary pf-m-small" to={clusterAddress(config)}>
          {t('applyButton')}
        </Link>
      )}
      {open && handoff !== undefined && <HandoffDialog file={handoff} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows the stored sheet in a frame without scripts. */
function HandoffDialog({ file, onClose }: { file: string; onClose: () => void }) {
  const sheet = useAsk('clusters.handoff', { file }, { staleTime: 0 });
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-handoff">
      <ModalHeader title={t('handoffTitle')} labelId="al-handoff" description={file} />
      <ModalBody className="al-handoff">
        {sheet.error && <FailureAlert error={sheet.error} title={t('handoffFailedTitle')} />}
        {sheet.data && (
          // The sheet can't run scripts, but this page can print it.
          <iframe
            ref={frame}
            title={t('handoffTitle')}
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
          {t('printButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('closeButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
