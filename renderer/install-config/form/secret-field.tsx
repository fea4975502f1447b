import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { useState } from 'react';
import { HELD_SECRET } from '../../../core/contract/topics/install-config-requests.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useKeeping } from './use-config.tsx';

/** Whether the engine has a secret, in words. */
export function SecretState({ value }: { value: unknown }) {
  const lost = useKeeping().answer?.lost ?? [];
  const held = typeof value === 'string' ? HELD_SECRET.exec(value)?.[0] : undefined;
  if (held && lost.includes(held))
    return <StateMark mark="bad">Gone with the engine: type it again</StateMark>;
  if (held || (typeof value === 'string' && value !== ''))
    return (
      <span className="al-ic-held">
        <LockIcon aria-hidden="true" /> Held in memory
      </span>
    );
  return <StateMark mark="left-out">Not given</StateMark>;
}

/** A secret goes to the engine once and is never shown: what stands in the text is a name for it. */
export function SecretField({
  id,
  label,
  value,
  long,
  invalid,
  described,
  onHeld,
}: {
  id: string;
  label: string;
  value: unknown;
  /** Several lines: a pull secret, keys. */
  long: boolean;
  invalid: boolean;
  described?: string;
  /** @param held what stands for it; undefined: it is taken out */
  onHeld: (held: string | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const keep = useDo('installConfig.keepSecret');
  const there = typeof value === 'string' && value !== '';
  const editing = open || !there;
  const take = async () => {
    if (typed === '' || keep.isPending) return;
    const kept = await keep.mutateAsync({ value: typed }).catch(() => undefined);
    // The failure is shown below.
    if (!kept) return;
    setTyped('');
    setOpen(false);
    onHeld(kept.held);
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
            Replace<span className="al-unseen"> {label}</span>
          </Button>
          <Button variant="link" isInline size="sm" onClick={() => onHeld(undefined)}>
            Take out<span className="al-unseen"> {label}</span>
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
                if (event.key === 'Enter') void take();
              }}
            />
          )}
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Keep in memory: ${label}`}
            isDisabled={typed === '' || keep.isPending}
            onClick={() => void take()}
          >
            Keep in memory
          </Button>
          {there && (
            <Button
              variant="link"
              size="sm"
              onClick={() => {
                setTyped('');
                setOpen(false);
              }}
            >
              Cancel
            </Button>
          )}
        </div>
      )}
      {keep.error && <FailureAlert error={keep.error} title="The secret was not kept" />}
    </div>
  );
}
