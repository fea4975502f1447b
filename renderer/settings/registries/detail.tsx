import { useState } from 'react';
import { Link } from 'react-router';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { Words } from '../../parts/words.tsx';
import {
  credentialsWords,
  failureExplanation,
  firstFailure,
  repairOf,
  type TestState,
} from '../parts/registry-words.ts';
import { RegistryCapabilities } from './capabilities.tsx';
import { t } from './messages.ts';
import { RegistryCredentials } from './registry-credentials.tsx';
import { RegistryStages } from './stages.tsx';
import { forgetTest } from './tests.ts';
import { TrustAuthority } from './trust-authority.tsx';

/** One registry: the stages of its test, the first failure with its repair, its facts and its capabilities. */
export function RegistryDetail({
  entry,
  known,
  onTest,
  onChanged,
}: {
  entry: RegistryEntry;
  known: TestState | undefined;
  onTest: (options?: { push?: boolean; tlsVerify?: boolean }) => void;
  onChanged: () => void;
}) {
  const [changing, setChanging] = useState(false);
  const test = known?.state === 'done' ? known.test : undefined;
  const failed = test && firstFailure(test);
  const repair = failed ? repairOf(failed) : 'none';
  const onSaved = () => {
    setChanging(false);
    onChanged();
    onTest();
  };
  return (
    <Card
      label={t('registryLabel', { registry: entry.name })}
      flush
      title={<span className="al-mono">{entry.name}</span>}
      actions={
        <>
          {test && (
            <span className="al-sub al-small al-wide-only">
              {t.parts('testedText', { timeAgo: () => <RelativeTime key="time" at={test.at} /> })}
            </span>
          )}
          <RequestButton
            request="registries.test"
            variant={known ? 'secondary' : 'primary'}
            size="sm"
            isDisabled={known?.state === 'testing'}
            onClick={() => onTest()}
          >
            {known?.state === 'testing' ? t('testingButton') : t('testButton')}
          </RequestButton>
        </>
      }
    >
      <RegistryStages known={known} />
      {known?.state === 'untestable' && (
        <div className="al-part">
          <FailureAlert error={new ContractError(known.failure)} title={t('testFailedTitle')} />
        </div>
      )}
      {failed && (
        <div className="al-part al-column">
          <div>
            <h3 className="al-strong">{failureExplanation(failed, entry.credentials).title}</h3>
            <p className="al-sub">
              {failureExplanation(failed, entry.credentials).proven}{' '}
              {failed.remedy && <Words text={failed.remedy} />}
            </p>
          </div>
          {repair === 'credentials' && <RegistryCredentials entry={entry} onSaved={onSaved} />}
          {repair === 'authority' && <TrustAuthority host={entry.name.split('/')[0]!} onTrusted={onSaved} />}
          {repair === 'proxy' && (
            <p>
              <Link to="/settings/proxy">{t('proxyLink')}</Link>
            </p>
          )}
        </div>
      )}
      {changing && repair !== 'credentials' && (
        <div className="al-part">
          <RegistryCredentials entry={entry} onSaved={onSaved} onCancel={() => setChanging(false)} />
        </div>
      )}
      <RegistryFacts entry={entry} address={test?.address} />
      <RegistryCapabilities entry={entry} />
      <RegistryActions
        entry={entry}
        canChangeCredentials={!changing && repair !== 'credentials'}
        onChangeCredentials={() => setChanging(true)}
        onTest={onTest}
        onChanged={onChanged}
      />
    </Card>
  );
}

function RegistryFacts({ entry, address }: { entry: RegistryEntry; address: string | undefined }) {
  return (
    <div className="al-part al-column">
      <dl className="al-facts">
        <dt>{t('credentialsFact')}</dt>
        <dd className="al-anywhere">{credentialsWords(entry.credentials)}</dd>
        {address !== undefined && (
          <>
            <dt>{t('addressFact')}</dt>
            <dd className="al-mono al-anywhere">{address}</dd>
          </>
        )}
        {entry.mirrors.length > 0 && (
          <>
            <dt>{t('mirrorsFact')}</dt>
            <dd className="al-mono al-anywhere">{entry.mirrors.join(', ')}</dd>
          </>
        )}
        <dt>{t('certificateFact')}</dt>
        <dd>{entry.tlsVerify ? t('certificateVerified') : t('certificateNotVerified')}</dd>
      </dl>
      {entry.notes.map((note) => (
        <p key={note} className="al-small">
          <StateMark mark="info">{note}</StateMark>
        </p>
      ))}
    </div>
  );
}

function RegistryActions({
  entry,
  canChangeCredentials,
  onChangeCredentials,
  onTest,
  onChanged,
}: {
  entry: RegistryEntry;
  canChangeCredentials: boolean;
  onChangeCredentials: () => void;
  onTest: (options?: { push?: boolean; tlsVerify?: boolean }) => void;
  onChanged: () => void;
}) {
  const add = useDo('registries.add');
  const remove = useDo('registries.remove');
  const forget = useDo('credentials.forget');
  const { name, tlsVerify, credentials } = entry;
  const after = (then?: () => void) => ({
    onSuccess: () => {
      forgetTest(name);
      onChanged();
      then?.();
    },
  });
  const entered = credentials.from === 'session' || credentials.from === 'key-store';
  const error = add.error ?? remove.error ?? forget.error;
  return (
    <div className="al-part al-row al-wrap al-quiet-actions">
      {canChangeCredentials && (
        <RequestButton request="credentials.set" variant="link" isInline onClick={onChangeCredentials}>
          {credentials.from === 'none' ? t('logInButton') : t('changeCredentialsButton')}
        </RequestButton>
      )}
      {entered && (
        <RequestButton
          request="credentials.forget"
          variant="link"
          isInline
          onClick={() => forget.mutate({ registry: name }, after())}
        >
          {t('forgetCredentialsButton')}
        </RequestButton>
      )}
      {name.includes('/') && (
        <RequestButton
          request="registries.test"
          variant="link"
          isInline
          onClick={() => onTest({ push: true })}
        >
          {t('testPushButton')}
        </RequestButton>
      )}
      {entry.listed && (
        <RequestButton
          request="registries.add"
          variant="link"
          isInline
          onClick={() =>
            add.mutate(
              { name, tlsVerify: !tlsVerify },
              after(() => onTest({ tlsVerify: !tlsVerify })),
            )
          }
        >
          {tlsVerify ? t('skipCertificateButton') : t('verifyCertificateButton')}
        </RequestButton>
      )}
      {entry.listed && (
        <RequestButton
          request="registries.remove"
          variant="link"
          isInline
          isDanger
          onClick={() => remove.mutate({ name }, after())}
        >
          {t('removeButton')}
        </RequestButton>
      )}
      {error && <FailureAlert error={error} title={t('changeFailedTitle')} />}
    </div>
  );
}
