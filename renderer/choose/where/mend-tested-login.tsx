import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { useAsk } from '../../engine/requests.ts';
import { asksForLogin, knownEntry } from '../../run/request/registry-trouble.ts';
import { MendLogin } from '../../settings/registries/mend-login.tsx';

/** Where a test found that the login is missing or refused: another one, tested before it is kept. */
export function MendTestedLogin({
  result,
  name,
  tlsVerify,
  onMended,
}: {
  result: RegistryTest;
  name: string;
  tlsVerify: boolean;
  /** The login is kept: what failed can be asked again. */
  onMended: () => void;
}) {
  const known = useAsk('registries.list', {});
  if (!asksForLogin(result)) return null;
  return (
    <MendLogin
      entry={knownEntry(known.data?.registries ?? [], hostOf(name), tlsVerify)}
      onKept={() => {
        void known.refetch();
        onMended();
      }}
    />
  );
}

/** A login is for all of a registry, whatever path is pushed to. */
function hostOf(name: string): string {
  return name.split('/')[0]!;
}
