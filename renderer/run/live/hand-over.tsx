import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { useAsk } from '../../engine/requests.ts';
import { clusterAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { t } from './ended/messages.ts';

/** Opens the hand-over sheet of a push, and the screen that applies its manifests. */
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
          {t('handOverButton')}
        </Button>
      )}
      {config !== undefined && (
        <Link className="pf-v6-c-button pf-m-secondary pf-m-small" to={clusterAddress(config)}>
          {t('applyButton')}
        </Link>
      )}
      {open && handOver !== undefined && <HandOverDialog file={handOver} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows the stored sheet in a frame without scripts. */
function HandOverDialog({ file, onClose }: { file: string; onClose: () => void }) {
  const sheet = useAsk('clusters.handOver', { file }, { staleTime: 0 });
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-hand-over">
      <ModalHeader title={t('handOverTitle')} labelId="al-hand-over" description={file} />
      <ModalBody className="al-hand-over">
        {sheet.error && <FailureAlert error={sheet.error} title={t('handOverFailedTitle')} />}
        {sheet.data && (
          // The sheet can't run scripts, but this page can print it.
          <iframe
            ref={frame}
            title={t('handOverTitle')}
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
