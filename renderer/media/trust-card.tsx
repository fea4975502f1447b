import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import type { FoundKeyLine, TrustedKeyLine } from '../../core/contract/topics/keys.ts';
import { useAsk, useDo, useRefusal } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { Fingerprint } from './fingerprint.tsx';

/**
 * The keys that must have signed what a directory receives, and public keys on the drives that can be trusted.
 * @param paths of the drives that are chosen or were read
 */
export function TrustCard({ directory, paths }: { directory: string; paths: string[] }) {
  const named = directory.startsWith('/');
  const list = useAsk('keys.trusted', { directory }, { enabled: named, staleTime: 0 });
  const mayFind = useRefusal('keys.find') === undefined;
  const [file, setFile] = useState('');
  const [asked, setAsked] = useState<string[]>([]);
  const looked = [...paths, ...asked];
  const found = useAsk(
    'keys.find',
    { directory, paths: looked },
    { enabled: named && mayFind && looked.length > 0, staleTime: 0 },
  );
  const [trusting, setTrusting] = useState<FoundKeyLine>();
  const [removing, setRemoving] = useState<TrustedKeyLine>();
  const [unsigned, setUnsigned] = useState<string[]>([]);
  const trusted = list.data?.keys ?? [];
  const unknown = looked.length === 0 ? [] : (found.data?.keys ?? []).filter((key) => !key.trusted);
  const refresh = () => {
    void list.refetch();
    if (looked.length > 0) void found.refetch();
  };
  return (
    <Card title="Trusted keys">
      <div className="al-carry-more">
        {list.error && <FailureAlert error={list.error} title="Couldn't read the trusted keys" />}
        {list.data && (
          <p>
            {trusted.length === 0 ? (
              <StateMark mark="warning">
                No signature is required. Anyone with physical access to the drive could have replaced the
                transfer.
              </StateMark>
            ) : (
              <StateMark mark="good">
                {trusted.length === 1
                  ? 'Only transfers signed with this key are accepted.'
                  : 'Only transfers signed with one of these keys are accepted.'}
              </StateMark>
            )}
          </p>
        )}
        {unsigned.length > 0 && (
          <p className="al-sub al-small">
            Received earlier without a signature, still usable: {unsigned.join(', ')}
          </p>
        )}
        {trusted.length > 0 && (
          <ul className="al-trusted-keys" aria-label="Trusted keys">
            {trusted.map((key) => (
              <li key={`${key.fingerprint} ${key.directory}`}>
                <div className="al-grow">
                  <strong className="al-anywhere">{key.name}</strong>
                  <Fingerprint digits={key.fingerprint} />
                  <span className="al-sub al-small">
                    For {key.directory === undefined ? 'everything you receive' : 'this directory'}, trusted
                    by {key.by} <RelativeTime at={key.at} />
                  </span>
                </div>
                <RequestButton
                  request="keys.distrust"
                  variant="secondary"
                  size="sm"
                  aria-label={`Remove key ${key.name}`}
                  onClick={() => setRemoving(key)}
                >
                  Remove
                </RequestButton>
              </li>
            ))}
          </ul>
        )}
        {found.error && looked.length > 0 && (
          <FailureAlert error={found.error} title="Couldn't read the public key" />
        )}
        {unknown.length > 0 && (
          <ul className="al-trusted-keys" aria-label="Keys found">
            {unknown.map((key) => (
              <li key={key.fingerprint}>
                <div className="al-grow">
                  <span className="al-sub al-small">Unknown key named</span>
                  <strong className="al-anywhere">{key.name}</strong>
                  <Fingerprint digits={key.fingerprint} />
                  <span className="al-sub al-small al-mono al-anywhere">{key.file}</span>
                </div>
                <RequestButton
                  request="keys.trust"
                  variant="secondary"
                  size="sm"
                  aria-label={`Trust key ${key.name}`}
                  onClick={() => setTrusting(key)}
                >
                  Trust key
                </RequestButton>
              </li>
            ))}
          </ul>
        )}
        <form
          className="al-medium-folder"
          onSubmit={(event) => {
            event.preventDefault();
            if (file.trim() === '') return;
            setAsked([file.trim()]);
            if (asked[0] === file.trim()) void found.refetch();
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
            isDisabled={file.trim() === '' || !named}
          >
            Show key
          </RequestButton>
        </form>
      </div>
      {trusting && (
        <TrustDialog
          directory={directory}
          found={trusting}
          onClose={() => setTrusting(undefined)}
          onTrusted={(left) => {
            setUnsigned(left);
            refresh();
          }}
        />
      )}
      {removing && (
        <DistrustDialog
          trusted={removing}
          last={trusted.length === 1}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            setUnsigned([]);
            refresh();
          }}
        />
      )}
    </Card>
  );
}

/** A key on a drive proves nothing by itself: the operator compares its fingerprint before it counts. */
function TrustDialog({
  directory,
  found,
  onClose,
  onTrusted,
}: {
  directory: string;
  found: FoundKeyLine;
  onClose: () => void;
  onTrusted: (unsigned: string[]) => void;
}) {
  const trust = useDo('keys.trust');
  const [compared, setCompared] = useState(false);
  return (
    <Modal isOpen variant="medium" position="top" onClose={onClose} aria-labelledby="al-trust-title">
      <ModalHeader
        title="Compare the fingerprint"
        labelId="al-trust-title"
        description="Ask the sender for the fingerprint, for example by phone. The sender can find it on the Carry screen. Don't rely on the name: anyone can put a key with any name on a drive."
      />
      <ModalBody>
        <div className="al-column">
          <p className="al-fingerprint-large">
            <Fingerprint digits={found.fingerprint} />
          </p>
          <p>
            Once you trust it, everything received into{' '}
            <span className="al-mono al-anywhere">{directory}</span> must be signed with a trusted key.
          </p>
          <Checkbox
            id="al-trust-compared"
            label="I compared all digits with the sender, and they match"
            isChecked={compared}
            onChange={(_event, on) => setCompared(on)}
          />
          {trust.error && <FailureAlert error={trust.error} title="Couldn't trust the key" />}
        </div>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="keys.trust"
          variant="primary"
          isDisabled={!compared || trust.isPending}
          isLoading={trust.isPending}
          onClick={() =>
            trust.mutate(
              { directory, file: found.file, fingerprint: found.fingerprint },
              {
                onSuccess: ({ unsigned }) => {
                  onTrusted(unsigned);
                  onClose();
                },
              },
            )
          }
        >
          Trust key
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function DistrustDialog({
  trusted,
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
  const { fingerprint, directory } = trusted;
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-distrust-title">
      <ModalHeader
        title="Remove this key?"
        labelId="al-distrust-title"
        description={
          last
            ? 'This is the last trusted key. If you remove it, signatures are no longer required.'
            : 'If you remove it, transfers signed only with this key are rejected.'
        }
      />
      <ModalBody>
        <div className="al-column">
          <Fingerprint digits={fingerprint} />
          {directory === undefined && <p>The key is required for everything you receive, not only here.</p>}
          {remove.error && <FailureAlert error={remove.error} title="Couldn't remove the key" />}
        </div>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="keys.distrust"
          variant="danger"
          isDisabled={remove.isPending}
          isLoading={remove.isPending}
          onClick={() =>
            remove.mutate(
              { fingerprint, ...(directory !== undefined && { directory }) },
              {
                onSuccess: () => {
                  onRemoved();
                  onClose();
                },
              },
            )
          }
        >
          Remove key
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
