import { useState } from 'react';
import type { FoundKeyLine, TrustedKeyLine } from '../../../core/contract/topics/keys.ts';
import { useAsk, useRefusal } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { KeyList } from './key-list.tsx';
import { DistrustDialog, TrustDialog } from './trust-dialogs.tsx';

/**
 * The keys that must have signed what a directory receives, and public keys on the drives that can be trusted.
 * @param paths of the drives that are chosen or were read
 */
export function TrustCard({ directory, paths }: { directory: string; paths: string[] }) {
  const keys = useKeysOf(directory, paths);
  const [trusting, setTrusting] = useState<FoundKeyLine>();
  const [removing, setRemoving] = useState<TrustedKeyLine>();
  const [unsigned, setUnsigned] = useState<string[]>([]);
  const { trusted, unknown } = keys;
  const changed = (left: string[]) => {
    setUnsigned(left);
    keys.refresh();
  };
  return (
    <Card title="Trusted keys">
      <div className="al-carry-more">
        {keys.error && <FailureAlert error={keys.error} title="Couldn't read the trusted keys" />}
        {trusted && (
          <p>
            <StateMark mark={trusted.length === 0 ? 'warning' : 'good'}>
              {requiredWords(trusted.length)}
            </StateMark>
          </p>
        )}
        {unsigned.length > 0 && (
          <p className="al-sub al-small">
            Received earlier without a signature, still usable: {unsigned.join(', ')}
          </p>
        )}
        <KeyList
          label="Trusted keys"
          keys={trusted ?? []}
          action={{ request: 'keys.distrust', words: 'Remove', label: 'Remove key', run: setRemoving }}
          note={(key) => (
            <span className="al-sub al-small">
              For {key.directory === undefined ? 'everything you receive' : 'this directory'}, trusted by{' '}
              {key.by} <RelativeTime at={key.at} />
            </span>
          )}
        />
        {keys.findError && <FailureAlert error={keys.findError} title="Couldn't read the public key" />}
        <KeyList
          label="Keys found"
          keys={unknown}
          action={{ request: 'keys.trust', words: 'Trust key', label: 'Trust key', run: setTrusting }}
          above={<span className="al-sub al-small">Unknown key named</span>}
          note={(key) => <span className="al-sub al-small al-mono al-anywhere">{key.file}</span>}
        />
        <KeyFileForm disabled={!keys.named} onShow={keys.show} />
      </div>
      {trusting && (
        <TrustDialog
          directory={directory}
          found={trusting}
          onClose={() => setTrusting(undefined)}
          onTrusted={changed}
        />
      )}
      {removing && (
        <DistrustDialog
          trusted={removing}
          last={trusted?.length === 1}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => changed([])}
        />
      )}
    </Card>
  );
}

function requiredWords(keys: number): string {
  if (keys === 0)
    return 'No signature is required. Anyone with physical access to the drive could have replaced the transfer.';
  return keys === 1
    ? 'Only transfers signed with this key are accepted.'
    : 'Only transfers signed with one of these keys are accepted.';
}

/** Keys that a directory trusts, and others on drives and in a file that is asked for. */
function useKeysOf(directory: string, paths: string[]) {
  const named = directory.startsWith('/');
  const list = useAsk('keys.trusted', { directory }, { enabled: named, staleTime: 0 });
  const mayFind = useRefusal('keys.find') === undefined;
  const [asked, setAsked] = useState<string[]>([]);
  const looked = [...paths, ...asked];
  const looks = looked.length > 0;
  const found = useAsk(
    'keys.find',
    { directory, paths: looked },
    { enabled: named && mayFind && looks, staleTime: 0 },
  );
  return {
    named,
    error: list.error,
    /** Undefined while they are read. */
    trusted: list.data?.keys,
    unknown: looks ? (found.data?.keys ?? []).filter((key) => !key.trusted) : [],
    findError: looks ? found.error : null,
    refresh() {
      void list.refetch();
      if (looks) void found.refetch();
    },
    /** Looks for the key of a file, again when it was looked for before. */
    show(file: string) {
      setAsked([file]);
      if (asked[0] === file) void found.refetch();
    },
  };
}

function KeyFileForm({ disabled, onShow }: { disabled: boolean; onShow: (file: string) => void }) {
  const [file, setFile] = useState('');
  return (
    <form
      className="al-medium-folder"
      onSubmit={(event) => {
        event.preventDefault();
        if (file.trim() !== '') onShow(file.trim());
      }}
    >
      <PathInput
        id="al-trust-file"
        label="Public key file"
        kind="file"
        extensions={['asc', 'gpg', 'pgp', 'pub', 'key']}
        value={file}
        onChange={setFile}
      />
      <RequestButton
        request="keys.find"
        type="submit"
        variant="secondary"
        isDisabled={file.trim() === '' || disabled}
      >
        Show key
      </RequestButton>
    </form>
  );
}
