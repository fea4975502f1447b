import '../../settings/parts/settings.css';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { useAsk } from '../../engine/requests.ts';
import { clock } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { RegistryCredentials } from '../../settings/registries/registry-credentials.tsx';
import { knownEntry } from '../request/registry-trouble.ts';
import { t } from './messages.ts';

/** Requests new credentials for a run whose registry rejects the current ones, and resumes the run. */
export function RejectedCredentials({ run, onResume }: { run: LiveRun; onResume: () => void }) {
  const known = useAsk('registries.list', {}, { enabled: run.login !== undefined });
  const { login, error, settings } = run;
  if (!login || !known.data) return null;
  const tlsVerify =
    (error?.side === 'destination' ? settings?.destinationTlsVerify : settings?.sourceTlsVerify) ?? true;
  return (
    <section className="al-card al-in al-column al-run-credentials" aria-label={t('credentialsLabel')}>
      <StateMark mark="warning">
        <strong>
          {t.parts('credentialsRejected', {
            registry: login.registry,
            since: clock(new Date(login.since)),
            time: (inner) => (
              <time key="time" dateTime={login.since}>
                {inner}
              </time>
            ),
          })}
        </strong>
      </StateMark>
      <p className="al-sub">
        {login.from === undefined ? t('credentialsText') : t('credentialsFromText', { source: login.from })}
      </p>
      <RegistryCredentials
        entry={knownEntry(known.data.registries, login.registry, tlsVerify)}
        onSaved={() => {
          void known.refetch();
          onResume();
        }}
      />
    </section>
  );
}
