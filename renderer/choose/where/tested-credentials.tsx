import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { useAsk } from '../../engine/requests.ts';
import { knownEntry, needsCredentials } from '../../run/request/registry-trouble.ts';
import { RegistryCredentials } from '../../settings/registries/registry-credentials.tsx';

/** After a test with missing or rejected credentials: the form for others, which are tested before they are saved. */
export function TestedCredentials({
  result,
  name,
  tlsVerify,
  onSaved,
}: {
  result: RegistryTest;
  name: string;
  tlsVerify: boolean;
  /** Called when the credentials are saved, so that the test can be repeated. */
  onSaved: () => void;
}) {
  const known = useAsk('registries.list', {});
  if (!needsCredentials(result)) return null;
  return (
    <RegistryCredentials
      entry={knownEntry(known.data?.registries ?? [], hostOf(name), tlsVerify)}
      onSaved={() => {
        void known.refetch();
        onSaved();
      }}
    />
  );
}

/** Returns the registry of a destination. Credentials are for all paths of a registry. */
function hostOf(name: string): string {
  return name.split('/')[0]!;
}
