import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useState } from 'react';
import type { FoundKeyLine, TrustedKeyLine } from '../../../core/contract/topics/keys.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { KeyDialog } from './key-dialog.tsx';

/** A key on a drive proves nothing by itself: the operator compares its fingerprint before it counts. */
export function TrustDialog({
  directory,
  found,
  onClose,
  onTrusted,
}: {
  directory: string;
  found: FoundKeyLine;
  onClose: () => void;
  /** @param unsigned transfers that were received without a signature */
  onTrusted: (unsigned: string[]) => void;
}) {
  const trust = useDo('keys.trust');
  const [compared, setCompared] = useState(false);
  const { file, fingerprint } = found;
  const act = () =>
    trust.mutate(
      { directory, file, fingerprint },
      {
        onSuccess: ({ unsigned }) => {
          onTrusted(unsigned);
          onClose();
        },
      },
    );
  return (
    <KeyDialog
      id="al-trust"
      title="Compare the fingerprint"
      description="Ask the sender for the fingerprint, for example by phone. The sender can find it on the Carry screen. Don't rely on the name: anyone can put a key with any name on a drive."
      wide
      request="keys.trust"
      action="Trust key"
      isDisabled={!compared}
      isPending={trust.isPending}
      onAct={act}
      onClose={onClose}
    >
      <div className="al-column">
        <p className="al-fingerprint-large">
          <Fingerprint digits={fingerprint} />
        </p>
        <p>
          Once you trust it, everything received into <span className="al-mono al-anywhere">{directory}</span>{' '}
          must be signed with a trusted key.
        </p>
        <Checkbox
          id="al-trust-compared"
          label="I compared all digits with the sender, and they match"
          isChecked={compared}
          onChange={(_event, on) => setCompared(on)}
        />
        {trust.error && <FailureAlert error={trust.error} title="Couldn't trust the key" />}
      </div>
    </KeyDialog>
  );
}

/** Removes a key from those that must have signed. */
export function DistrustDialog({
  trusted: { fingerprint, directory },
  last,
  onClose,
  onRemoved,
}: {
  trusted: TrustedKeyLine;
  /** No other key is required in this directory. */
  last: boolean;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const remove = useDo('keys.distrust');
  const act = () =>
    remove.mutate(
      { fingerprint, directory },
      {
        onSuccess: () => {
          onRemoved();
          onClose();
        },
      },
    );
  return (
    <KeyDialog
      id="al-distrust"
      title="Remove this key?"
      description={
        last
          ? 'This is the last trusted key. If you remove it, signatures are no longer required.'
          : 'If you remove it, transfers signed only with this key are rejected.'
      }
      request="keys.distrust"
      danger
      action="Remove key"
      isPending={remove.isPending}
      onAct={act}
      onClose={onClose}
    >
      <div className="al-column">
        <Fingerprint digits={fingerprint} />
        {directory === undefined && <p>The key is required for everything you receive, not only here.</p>}
        {remove.error && <FailureAlert error={remove.error} title="Couldn't remove the key" />}
      </div>
    </KeyDialog>
  );
}
