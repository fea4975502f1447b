import '../../settings/parts/settings.css';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { useAsk } from '../../engine/requests.ts';
import { clock } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { MendLogin } from '../../settings/registries/mend-login.tsx';
import { knownEntry } from '../request/registry-trouble.ts';

/** A registry refuses the login that the run began with: another one is typed here, and the run goes on. */
export function LoginAgain({ run, onGoOn }: { run: LiveRun; onGoOn: () => void }) {
  const known = useAsk('registries.list', {}, { enabled: run.login !== undefined });
  const { login, error, settings } = run;
  if (!login || !known.data) return null;
  const tlsVerify =
    (error?.side === 'destination' ? settings?.destinationTlsVerify : settings?.sourceTlsVerify) ?? true;
  const since = new Date(login.since);
  return (
    <section className="al-card al-in al-column al-run-login" aria-label="Login">
      <StateMark mark="warning">
        <strong>
          {login.registry} refuses the login since <time dateTime={login.since}>{clock(since)}</time>: enter
          it again.
        </strong>
      </StateMark>
      <p className="al-sub">
        It took this login{login.from === undefined ? '' : ` (${login.from})`} before. No image has failed,
        and what was moved stays. The run goes on when a new login is kept; if it was renewed where it comes
        from, go on at once.
      </p>
      <MendLogin
        entry={knownEntry(known.data.registries, login.registry, tlsVerify)}
        onKept={() => {
          void known.refetch();
          onGoOn();
        }}
      />
    </section>
  );
}
