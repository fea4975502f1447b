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
import { t } from './messages.ts';

/** The signing key of a workspace, and how the other side trusts it. */
export function SigningCard({
  workspace,
  diode,
  passphraseFile,
  onPassphraseFile,
  disabled,
}: {
  workspace: string;
  /** The export uses a diode, so it doesn't contain the public key. */
  diode: boolean;
  passphraseFile: string;
  onPassphraseFile: (file: string) => void;
  /** An export is running. */
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
      {t('createButton')}
    </RequestButton>
  );
  return (
    <Card title={t('signatureTitle')} actions={list.data && !own && create}>
      <div className="al-carry-more">
        {list.error && <FailureAlert error={list.error} title={t('signingFailedTitle')} />}
        {list.data && keys.length === 0 && (
          <p>
            <StateMark mark="warning">{t('unsignedText')}</StateMark>
          </p>
        )}
        {keys.length > 0 && !own && (
          <p>
            <StateMark mark="warning">{t('otherSignerText', { user: keys.at(-1)!.createdBy })}</StateMark>
          </p>
        )}
        {own && (
          <>
            <p>
              <StateMark mark="good">{t('signedText')}</StateMark>
            </p>
            <dl className="al-facts">
              <dt>{t('nameLabel')}</dt>
              <dd className="al-anywhere">{own.name}</dd>
              <dt>{t('fingerprintLabel')}</dt>
              <dd>
                <Fingerprint digits={own.fingerprint} />
              </dd>
              <dt>{t('publicKeyLabel')}</dt>
              <dd>
                <span className="al-mono al-anywhere">{own.publicKey}</span>{' '}
                <CopyButton text={own.publicKey} what={t('publicKeyCopyTip')} />
              </dd>
            </dl>
            <p className="al-sub al-small">{diode ? t('publicKeyDiodeText') : t('publicKeyText')}</p>
            {own.privateKey === 'protected' && (
              <PathInput
                id="al-carry-passphrase"
                label={t('passphraseLabel')}
                kind="file"
                value={passphraseFile}
                disabled={disabled}
                onChange={onPassphraseFile}
                helper={t('passphraseHelp')}
              />
            )}
            <RequestButton
              request="keys.retire"
              variant="link"
              isInline
              isDisabled={disabled}
              onClick={() => setRetiring(own)}
            >
              {t('retireButton')}
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
  const [name, setName] = useState<string>(t('defaultName'));
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
      title={t('createTitle')}
      description={t('createText')}
      wide
      request="keys.create"
      action={t('createButton')}
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
          label={t('nameLabel')}
          value={name}
          maxLength={200}
          note={t('nameHelp')}
          onChange={setName}
        />
        <PathInput
          id="al-create-key-passphrase"
          label={t('newPassphraseLabel')}
          kind="file"
          value={passphraseFile}
          onChange={setPassphraseFile}
          helper={t('newPassphraseHelp')}
        />
        {create.error && <FailureAlert error={create.error} title={t('createFailedTitle')} />}
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
      title={t('retireTitle')}
      description={t('retireText')}
      request="keys.retire"
      danger
      action={t('retireConfirmButton')}
      isPending={retire.isPending}
      onAct={act}
      onClose={onClose}
    >
      <Fingerprint digits={signing.fingerprint} />
      {retire.error && <FailureAlert error={retire.error} title={t('retireFailedTitle')} />}
    </KeyDialog>
  );
}
