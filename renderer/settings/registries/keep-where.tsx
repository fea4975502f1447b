import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useId } from 'react';
import type { HostDescription, KeepCredentials } from '../../../core/contract/topics/settings.ts';
import { underHome } from '../../parts/paths.ts';

/** Where a typed login is kept when nothing else was said: what survives and is not readable by others. */
export function usualPlace(host: HostDescription | undefined): KeepCredentials {
  return host?.keyStore.available ? 'key-store' : 'session';
}

/** The place, in the words of a sentence. */
export function placeWords(keep: KeepCredentials, host: HostDescription): string {
  if (keep === 'session') return 'Airlock, until it ends';
  if (keep === 'key-store') return 'this system’s key store';
  return underHome(host.authFile, host.home);
}

/** Where to keep what was typed. The file is named: it holds passwords in plain text. */
export function KeepWhere({
  value,
  onChange,
  host,
}: {
  value: KeepCredentials;
  onChange: (keep: KeepCredentials) => void;
  host: HostDescription;
}) {
  const id = useId();
  const choices: { keep: KeepCredentials; label: string; description: string }[] = [
    {
      keep: 'key-store',
      label: 'This system’s key store',
      description: 'Encrypted by the system; auth files stay as they are.',
    },
    { keep: 'session', label: 'Memory only', description: 'Until Airlock ends; nothing is written.' },
    {
      keep: 'auth-file',
      label: underHome(host.authFile, host.home),
      description: 'podman, skopeo and oc-mirror use it, too. Encoded, not encrypted.',
    },
  ];
  const there = choices.filter((choice) => choice.keep !== 'key-store' || host.keyStore.available);
  return (
    <fieldset className="al-keep">
      <legend className="al-strong">Keep it in</legend>
      {there.map(({ keep, label, description }) => (
        <Radio
          key={keep}
          id={`${id}-${keep}`}
          name={id}
          label={label}
          description={description}
          isChecked={value === keep}
          onChange={() => onChange(keep)}
        />
      ))}
    </fieldset>
  );
}
