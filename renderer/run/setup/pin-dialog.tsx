import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useEffect, useState } from 'react';
import type { PinnedConfiguration } from '../../../core/contract/topics/content/pins.ts';
import { useDo } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Difference } from '../../parts/yaml/difference.tsx';
import { t } from './messages.ts';

/** How the registries of catalogs are reached. */
export interface CatalogAccess {
  sourceTlsVerify: boolean;
  authFile: string;
}

/** Resolves the tags of the operator catalogs, and previews the configuration with their digests. */
export function PinDialog({
  file,
  text,
  access,
  onPin,
  onClose,
}: {
  file: string;
  text: string;
  access: CatalogAccess;
  onPin: (text: string) => void;
  onClose: () => void;
}) {
  const request = useTicketed('configurations.pin');
  const pinned = request.answer?.value;
  const { sourceTlsVerify, authFile } = access;
  const ask = () => request.ask({ file, text, sourceTlsVerify, authFile: authFile || undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tags are resolved once, when the dialog opens
  useEffect(() => void ask(), []);
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-pin-title">
      <ModalHeader title={t('pinTitle')} labelId="al-pin-title" description={t('pinText')} />
      <ModalBody>
        <div className="al-column">
          {request.asking && <StateMark mark="running">{t('pinningText')}</StateMark>}
          {request.error !== undefined && (
            <FailureAlert
              error={request.error}
              title={t('pinFailedTitle')}
              actions={
                <Button variant="link" isInline onClick={() => void ask()}>
                  {t('pinAgainButton')}
                </Button>
              }
            />
          )}
          {pinned?.pins.length === 0 && (
            <p>
              <StateMark mark="good">{t('nothingToPin')}</StateMark>
            </p>
          )}
          {pinned && pinned.pins.length > 0 && (
            <>
              <p>{t('pinCount', { catalogs: pinned.pins.length })}</p>
              <Difference unified={pinned.difference} className="al-pin-difference" />
              <SaveDeletion file={file} pinned={pinned} />
            </>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        {pinned && pinned.pins.length > 0 && (
          <Button
            variant="primary"
            onClick={() => {
              onPin(pinned.text);
              onClose();
            }}
          >
            {t('usePinsButton')}
          </Button>
        )}
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Saves the configuration that deletes exactly this content later. It never replaces a file. */
function SaveDeletion({ file, pinned }: { file: string; pinned: PinnedConfiguration }) {
  const [path, setPath] = useState(file.replace(/[^/]*$/, 'delete-pinned.yaml'));
  const save = useDo('configurations.save');
  return (
    <details>
      <summary>{t('deletionTitle')}</summary>
      <div className="al-column al-pin-deletion">
        <PathInput
          id="al-pin-deletion"
          label={t('fileLabel')}
          kind="save"
          extensions={['yaml', 'yml']}
          value={path}
          onChange={setPath}
          helper={t('deletionHelp')}
        />
        {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
        <div className="al-actions">
          <RequestButton
            request="configurations.save"
            variant="secondary"
            isDisabled={path === '' || path === file || save.isPending}
            onClick={() => save.mutate({ file: path, text: pinned.deletion })}
          >
            {t('saveDeletionButton')}
          </RequestButton>
          {save.data && (
            <output>
              <StateMark mark="good">{t('deletionSaved', { file: save.data.file })}</StateMark>
            </output>
          )}
        </div>
      </div>
    </details>
  );
}
