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

const WORDS = {
  create: {
    title: 'Create a workspace',
    text: 'A folder for everything that is fetched: archive sets, configurations and the record of every run. One serves many configurations and years. It needs room for what you mirror; a removable disk will do.',
    label: 'Folder',
    helper: 'It is made when it does not exist.',
    button: 'Create workspace',
    failed: 'The workspace was not created',
  },
  open: {
    title: 'Open a workspace',
    text: 'A folder that Airlock or oc-mirror v2 worked in, or a transfer that was carried here. Nothing in it is changed by opening it.',
    label: 'Folder',
    helper: undefined,
    button: 'Open workspace',
    failed: 'The workspace was not opened',
  },
} as const;

/** Names a folder and puts it on the list of workspaces; then it is the one in use. */
export function WorkspaceDialog({ mode }: { mode: 'create' | 'open' }) {
  const words = WORDS[mode];
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
      <ModalHeader title={words.title} description={words.text} labelId="al-workspace-title" />
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
            label={words.label}
            kind="folder"
            value={typed ?? proposed}
            onChange={setTyped}
            helper={words.helper}
            autoFocus
          />
          {open.error && <FailureAlert error={open.error} title={words.failed} />}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form="al-workspace-form"
          isDisabled={directory === '' || open.isPending}
          isLoading={open.isPending}
        >
          {words.button}
        </Button>
        <Button variant="link" onClick={closeDialog}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
