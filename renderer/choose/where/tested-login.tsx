import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { useAsk } from '../../engine/requests.ts';
import { asksForLogin, knownEntry } from '../../run/request/registry-trouble.ts';
import { RegistryLogin } from '../../settings/registries/registry-login.tsx';

/** After a test with a missing or rejected login: the form for another one, which is tested before it is saved. */
export function TestedLogin({
  result,
  name,
  tlsVerify,
  onLogin,
}: {
  result: RegistryTest;
  name: string;
  tlsVerify: boolean;
  /** Called when the login is saved, so that the test can be repeated. */
  onLogin: () => void;
}) {
  const known = useAsk('registries.list', {});
  if (!asksForLogin(result)) return null;
  return (
    <RegistryLogin
      entry={knownEntry(known.data?.registries ?? [], hostOf(name), tlsVerify)}
      onSaved={() => {
        void known.refetch();
        onLogin();
      }}
    />
  );
}

/** Returns the registry of a destination. A login is for all paths of a registry. */
function hostOf(name: string): string {
  return name.split('/')[0]!;
}
