import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { useState } from 'react';
import type { SigningKeyLine } from '../../../core/contract/topics/keys.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { typedText } from '../../parts/fields/typed-text.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { KeyDialog } from './key-dialog.tsx';

/** Who signs what a workspace exports, and how the other side comes to require it. */
export function SigningCard({
  workspace,
  diode,
  passphraseFile,
  onPassphraseFile,
  disabled,
}: {
  workspace: string;
  /** The export goes through a diode: the public key is carried separately. */
  diode: boolean;
  passphraseFile: string;
  onPassphraseFile: (file: string) => void;
  /** While it is written. */
  disabled: boolean;
}) {
  const list = useAsk('keys.signing', { workspace }, { staleTime: 0 });
  const [creating, setCreating] = useState(false);
  const [retiring, setRetiring] = useState<SigningKeyLine>();
  const keys = list.data?.keys ?? [];
  const own = keys.findLast(({ privateKey }) => privateKey !== 'missing');
  const create = (
    <RequestButton
      request="keys.create"
      variant="secondary"
      size="sm"
      isDisabled={disabled}
      onClick={() => setCreating(true)}
    >
      Create key pair
    </RequestButton>
  );
  return (
    <Card title="Signature" actions={list.data && !own && create}>
      <div className="al-carry-more">
        {list.error && <FailureAlert error={list.error} title="Couldn't read the signing keys" />}
        {list.data && keys.length === 0 && (
          <p>
            <StateMark mark="warning">
              Exports aren't signed. Anyone with physical access to the drive could replace the transfer.
            </StateMark>
          </p>
        )}
        {keys.length > 0 && !own && (
          <p>
            <StateMark mark="warning">
              This workspace is signed by {keys.at(-1)!.createdBy}, and you don't have the private key. Create
              a key pair of your own.
            </StateMark>
          </p>
        )}
        {own && (
          <>
            <p>
              <StateMark mark="good">New exports are signed by this key.</StateMark>
            </p>
            <dl className="al-facts">
              <dt>Name</dt>
              <dd className="al-anywhere">{own.name}</dd>
              <dt>Fingerprint</dt>
              <dd>
                <Fingerprint digits={own.fingerprint} />
              </dd>
              <dt>Public key</dt>
              <dd>
                <span className="al-mono al-anywhere">{own.publicKey}</span>{' '}
                <CopyButton text={own.publicKey} what="Copy the public key path" />
              </dd>
            </dl>
            <p className="al-sub al-small">
              {diode
                ? 'Take the public key to the receiving side once, trust it on the Receive screen there, and compare the fingerprint, for example by phone.'
                : 'Each drive contains the public key. Trust it once on the Receive screen of the other side, and compare the fingerprint, for example by phone.'}
            </p>
            {own.privateKey === 'protected' && (
              <PathInput
                id="al-carry-passphrase"
                label="Passphrase file"
                kind="file"
                value={passphraseFile}
                disabled={disabled}
                onChange={onPassphraseFile}
                helper="The first line of this file is the passphrase of the private key."
              />
            )}
            <RequestButton
              request="keys.retire"
              variant="link"
              isInline
              isDisabled={disabled}
              onClick={() => setRetiring(own)}
            >
              Stop signing with this key
            </RequestButton>
          </>
        )}
      </div>
      {creating && (
        <CreateKeyDialog
          workspace={workspace}
          onClose={() => setCreating(false)}
          onCreated={() => void list.refetch()}
        />
      )}
      {retiring && (
        <RetireKeyDialog
          workspace={workspace}
          signing={retiring}
          onClose={() => setRetiring(undefined)}
          onRetired={() => void list.refetch()}
        />
      )}
    </Card>
  );
}

function CreateKeyDialog({
  workspace,
  onClose,
  onCreated,
}: {
  workspace: string;
  onClose: () => void;
  onCreated: () => void;
}) {
  const create = useDo('keys.create');
  const [name, setName] = useState('Airlock workspace');
  const [passphraseFile, setPassphraseFile] = useState('');
  const submit = () =>
    create.mutate(
      { workspace, name: name.trim(), passphraseFile: typedText(passphraseFile) },
      {
        onSuccess: () => {
          onCreated();
          onClose();
        },
      },
    );
  return (
    <KeyDialog
      id="al-create-key"
      title="Create a key pair"
      description="This key will sign all future exports from this workspace. The private key is stored in your configuration directory, not in the workspace."
      wide
      request="keys.create"
      action="Create key pair"
      form="al-create-key-form"
      isDisabled={name.trim() === ''}
      isPending={create.isPending}
      onClose={onClose}
    >
      <Form
        id="al-create-key-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') submit();
        }}
      >
        <TextField
          id="al-create-key-name"
          label="Name"
          value={name}
          maxLength={200}
          note="The receiving side sees this name next to the fingerprint. Use your team name, for example."
          onChange={setName}
        />
        <PathInput
          id="al-create-key-passphrase"
          label="Passphrase file (optional)"
          kind="file"
          value={passphraseFile}
          onChange={setPassphraseFile}
          helper="The first line of this file becomes the passphrase of the private key. Every export will require the file."
        />
        {create.error && <FailureAlert error={create.error} title="Couldn't create the key pair" />}
      </Form>
    </KeyDialog>
  );
}

function RetireKeyDialog({
  workspace,
  signing,
  onClose,
  onRetired,
}: {
  workspace: string;
  signing: SigningKeyLine;
  onClose: () => void;
  onRetired: () => void;
}) {
  const retire = useDo('keys.retire');
  const act = () =>
    retire.mutate(
      { workspace, fingerprint: signing.fingerprint },
      {
        onSuccess: () => {
          onRetired();
          onClose();
        },
      },
    );
  return (
    <KeyDialog
      id="al-retire-key"
      title="Stop signing with this key?"
      description="Future exports won't be signed with this key. A receiving side that requires this key will reject them. The private key isn't deleted."
      request="keys.retire"
      danger
      action="Stop signing"
      isPending={retire.isPending}
      onAct={act}
      onClose={onClose}
    >
      <Fingerprint digits={signing.fingerprint} />
      {retire.error && <FailureAlert error={retire.error} title="Couldn't stop signing with the key" />}
    </KeyDialog>
  );
}
