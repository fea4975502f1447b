import type { ReactNode } from 'react';
import type { RequestName } from '../../../core/contract/contract.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Fingerprint } from './fingerprint.tsx';

/** Keys with name, fingerprint and an action; nothing without keys. */
export function KeyList<Key extends { name: string; fingerprint: string; directory?: string | undefined }>({
  label,
  keys,
  action,
  above,
  note,
}: {
  label: string;
  keys: readonly Key[];
  /** @property label accessible name of the button for a key */
  action: { request: RequestName; text: string; label: (name: string) => string; run: (key: Key) => void };
  /** Content above the name. */
  above?: ReactNode;
  /** Content below the fingerprint. */
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
            aria-label={action.label(key.name)}
            onClick={() => action.run(key)}
          >
            {action.text}
          </RequestButton>
        </li>
      ))}
    </ul>
  );
}
