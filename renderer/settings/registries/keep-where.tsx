import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useId } from 'react';
import type { HostDescription, KeepCredentials } from '../../../core/contract/topics/settings.ts';
import { underHome } from '../../parts/paths.ts';
import { t } from './messages.ts';

/** Returns where entered credentials are saved by default: in the key store if there is one, else in memory. */
export function usualPlace(host: HostDescription | undefined): KeepCredentials {
  return host?.keyStore.available ? 'key-store' : 'session';
}

/** Chooses where to save entered credentials. The auth file is named, because it contains passwords in plain text. */
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
      label: t('keyStorePlace'),
      description: t('keyStorePlaceHelp'),
    },
    { keep: 'session', label: t('sessionPlace'), description: t('sessionPlaceHelp') },
    {
      keep: 'auth-file',
      label: underHome(host.authFile, host.home),
      description: t('authFilePlaceHelp'),
    },
  ];
  const available = choices.filter((choice) => choice.keep !== 'key-store' || host.keyStore.available);
  return (
    <fieldset className="al-keep">
      <legend className="al-strong">{t('placeLabel')}</legend>
      {available.map(({ keep, label, description }) => (
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
