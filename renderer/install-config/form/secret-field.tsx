import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { type ReactNode, useState } from 'react';
import { STORED_SECRET } from '../../../core/contract/topics/install-config-requests.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';
import { useKeeping } from './use-config.tsx';

/** The state of a secret: stored in the engine, lost or not set. */
export function SecretState({ value }: { value: unknown }) {
  const lost = useKeeping().answer?.lost ?? [];
  const stored = typeof value === 'string' ? STORED_SECRET.exec(value)?.[0] : undefined;
  if (stored && lost.includes(stored)) return <StateMark mark="bad">{t('secretLost')}</StateMark>;
  if (stored || (typeof value === 'string' && value !== ''))
    return (
      <span className="al-ic-stored">
        <LockIcon aria-hidden="true" /> {t('secretStored')}
      </span>
    );
  return <StateMark mark="left-out">{t('secretMissing')}</StateMark>;
}

/** Returns whether a value of the text is the placeholder of a secret in the engine. */
export function isStoredSecret(value: unknown): value is string {
  return typeof value === 'string' && STORED_SECRET.test(value);
}

/** The value of a field that isn't a secret, but contained one, such as a private key. */
export function StoredText({
  label,
  value,
  onRemove,
}: {
  label: string;
  value: string;
  onRemove: () => void;
}) {
  return (
    <div className="al-ic-secret">
      <div className="al-row al-wrap">
        <SecretState value={value} />
        <Button variant="link" isInline size="sm" onClick={onRemove}>
          {t.parts('removeButton', { field: label, hidden })}
        </Button>
      </div>
      <span className="al-sub al-small">{t('storedTextHelp')}</span>
    </div>
  );
}

/** A field for a secret, which goes to the engine and is never shown. The text contains a placeholder for it. */
export function SecretField({
  id,
  label,
  value,
  long,
  invalid,
  described,
  onStored,
}: {
  id: string;
  label: string;
  value: unknown;
  /** Whether it has several lines, as a pull secret or keys. */
  long: boolean;
  invalid: boolean;
  described?: string;
  /** @param placeholder what to write in the text, or undefined to remove the secret */
  onStored: (placeholder: string | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const store = useDo('installConfig.storeSecret');
  const present = typeof value === 'string' && value !== '';
  const editing = open || !present;
  const send = async () => {
    if (typed === '' || store.isPending) return;
    const answer = await store.mutateAsync({ value: typed }).catch(() => undefined);
    // The failure is shown below.
    if (!answer) return;
    setTyped('');
    setOpen(false);
    onStored(answer.placeholder);
  };
  const shared = {
    id,
    value: typed,
    validated: invalid ? ('error' as const) : ('default' as const),
    'aria-describedby': described,
  };
  return (
    <div className="al-ic-secret">
      {!editing && (
        <div className="al-row al-wrap">
          <SecretState value={value} />
          <Button variant="link" isInline size="sm" onClick={() => setOpen(true)}>
            {t.parts('replaceButton', { field: label, hidden })}
          </Button>
          <Button variant="link" isInline size="sm" onClick={() => onStored(undefined)}>
            {t.parts('removeButton', { field: label, hidden })}
          </Button>
        </div>
      )}
      {editing && (
        <div className="al-ic-secret-typing">
          {long ? (
            <TextArea
              {...shared}
              className="al-mono al-ic-veiled"
              rows={3}
              autoComplete="off"
              spellCheck={false}
              onChange={(_event, text) => setTyped(text)}
            />
          ) : (
            <TextInput
              {...shared}
              type="password"
              autoComplete="new-password"
              onChange={(_event, text) => setTyped(text)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void send();
              }}
            />
          )}
          <Button
            variant="secondary"
            size="sm"
            isDisabled={typed === '' || store.isPending}
            onClick={() => void send()}
          >
            {t.parts('storeButton', { field: label, hidden })}
          </Button>
          {present && (
            <Button
              variant="link"
              size="sm"
              onClick={() => {
                setTyped('');
                setOpen(false);
              }}
            >
              {t('cancelButton')}
            </Button>
          )}
        </div>
      )}
      {store.error && <FailureAlert error={store.error} title={t('storeFailedTitle')} />}
    </div>
  );
}

/** The part of a button's text for screen readers only. */
function hidden(text: ReactNode): ReactNode {
  return (
    <span key="hidden" className="al-unseen">
      {text}
    </span>
  );
}
