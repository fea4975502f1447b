import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { closeDialog } from '../app-state/shell-state.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { withoutLastSlash } from '../parts/paths.ts';
import { t } from './messages.ts';

const TEXTS = {
  create: {
    title: t('createTitle'),
    text: t('createText'),
    helper: t('createHelp'),
    button: t('createButton'),
    failed: t('createFailedTitle'),
  },
  open: {
    title: t('openTitle'),
    text: t('openText'),
    helper: undefined,
    button: t('openButton'),
    failed: t('openFailedTitle'),
  },
} as const;

/** Adds a folder to the list of workspaces and makes it the current workspace. */
export function WorkspaceDialog({ mode }: { mode: 'create' | 'open' }) {
  const texts = TEXTS[mode];
  const home = useAsk('host.describe', {}).data?.home;
  const open = useDo('workspaces.open');
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string>();
  const proposed = mode === 'create' && home ? `${home}/airlock-workspace` : '';
  const directory = withoutLastSlash((typed ?? proposed).trim());
  const submit = () => {
    if (directory === '') return;
    open.mutate(
      { directory, create: mode === 'create' },
      {
        onSuccess: () => {
          closeDialog();
          navigate('/');
        },
      },
    );
  };
  return (
    <Modal isOpen variant="medium" position="top" onClose={closeDialog} aria-labelledby="al-workspace-title">
      <ModalHeader title={texts.title} description={texts.text} labelId="al-workspace-title" />
      <ModalBody>
        <Form
          id="al-workspace-form"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <PathInput
            id="al-workspace-folder"
            label={t('directoryLabel')}
            kind="directory"
            value={typed ?? proposed}
            onChange={setTyped}
            helper={texts.helper}
            autoFocus
          />
          {open.error && <FailureAlert error={open.error} title={texts.failed} />}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form="al-workspace-form"
          isDisabled={directory === '' || open.isPending}
          isLoading={open.isPending}
        >
          {texts.button}
        </Button>
        <Button variant="link" onClick={closeDialog}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
