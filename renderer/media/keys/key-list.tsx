import type { ReactNode } from 'react';
import type { RequestName } from '../../../core/contract/contract.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Fingerprint } from './fingerprint.tsx';

/** Keys by name and fingerprint, with what can be done with each; nothing for none. */
export function KeyList<Key extends { name: string; fingerprint: string; directory?: string | undefined }>({
  label,
  keys,
  action,
  above,
  note,
}: {
  label: string;
  keys: readonly Key[];
  /** @property label before the name of the key, for who cannot see the row */
  action: { request: RequestName; words: string; label: string; run: (key: Key) => void };
  /** Above the name. */
  above?: ReactNode;
  /** Below the fingerprint. */
  note: (key: Key) => ReactNode;
}) {
  if (keys.length === 0) return null;
  return (
    <ul className="al-trusted-keys" aria-label={label}>
      {keys.map((key) => (
        <li key={`${key.fingerprint} ${key.directory}`}>
          <div className="al-grow">
            {above}
            <strong className="al-anywhere">{key.name}</strong>
            <Fingerprint digits={key.fingerprint} />
            {note(key)}
          </div>
          <RequestButton
            request={action.request}
            variant="secondary"
            size="sm"
            aria-label={`${action.label} ${key.name}`}
            onClick={() => action.run(key)}
          >
            {action.words}
          </RequestButton>
        </li>
      ))}
    </ul>
  );
}
