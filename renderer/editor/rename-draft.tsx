import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDo, useRejection } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { t } from './messages.ts';

/** The contract accepts names of this length. */
const LONGEST = 120;

/** Changes the name of a draft in lists. An empty name restores the one of its content. */
export function RenameDraft({
  draft,
  onClose,
}: {
  /** `isOwn`: the user chose the name. Otherwise it follows the content, and saving it unchanged would end that. */
  draft: { id: string; name: string; isOwn: boolean };
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const rename = useDo('drafts.rename');
  const [name, setName] = useState(draft.isOwn ? draft.name : '');
  const isDisabled = useRejection('drafts.rename') !== undefined || rename.isPending;
  const save = () => {
    if (isDisabled) return;
    const input = { id: draft.id, name: name.trim() || undefined };
    rename.mutate(input, {
      onSuccess: () => {
        void queries.invalidateQueries({ queryKey: ['drafts.list'] });
        void queries.invalidateQueries({ queryKey: ['drafts.read'] });
        onClose();
      },
    });
  };
  return (
    <Modal isOpen variant="small" position="top" onClose={onClose} aria-labelledby="al-rename-title">
      <ModalHeader title={t('renameTitle')} labelId="al-rename-title" />
      <ModalBody>
        <form
          className="al-column"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <label className="al-column" htmlFor="al-rename-name">
            <span>{t('draftNameLabel')}</span>
            <TextInput
              id="al-rename-name"
              value={name}
              placeholder={draft.isOwn ? undefined : draft.name}
              maxLength={LONGEST}
              autoComplete="off"
              aria-describedby="al-rename-help"
              onChange={(_event, text) => setName(text)}
            />
          </label>
          <p id="al-rename-help" className="al-sub al-small">
            {t('draftNameHelp')}
          </p>
          {rename.error && <FailureAlert error={rename.error} title={t('renameError')} />}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton request="drafts.rename" isDisabled={rename.isPending} onClick={save}>
          {t('renameDraftButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
