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
  failureExplanation,
  firstFailure,
  loginWords,
  mendingOf,
  type TestState,
} from '../parts/registry-words.ts';
import { MendLogin } from './mend-login.tsx';
import { RegistryStages } from './stages.tsx';
import { RegistryTakes } from './takes.tsx';
import { forgetTest } from './tests.ts';
import { TrustAuthority } from './trust-authority.tsx';

/** One registry: its test stage by stage, what the first failing stage means and its mending, and what is known of it. */
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
  const mending = failed ? mendingOf(failed) : 'none';
  const kept = () => {
    setChanging(false);
    onChanged();
    onTest();
  };
  return (
    <Card
      label={`Registry ${entry.name}`}
      flush
      title={<span className="al-mono">{entry.name}</span>}
      actions={
        <>
          {test && (
            <span className="al-sub al-small al-wide-only">
              tested <RelativeTime at={test.at} />
            </span>
          )}
          <RequestButton
            request="registries.test"
            variant={known ? 'secondary' : 'primary'}
            size="sm"
            isDisabled={known?.state === 'testing'}
            onClick={() => onTest()}
          >
            {known?.state === 'testing' ? 'Testing' : 'Test registry'}
          </RequestButton>
        </>
      }
    >
      <RegistryStages known={known} />
      {known?.state === 'refused' && (
        <div className="al-part">
          <FailureAlert error={new ContractError(known.failure)} title="The test was not made" />
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
          {mending === 'login' && <MendLogin entry={entry} onKept={kept} />}
          {mending === 'authority' && <TrustAuthority host={entry.name.split('/')[0]!} onTrusted={kept} />}
          {mending === 'proxy' && (
            <p>
              <Link to="/settings/proxy">See which proxy counts here</Link>
            </p>
          )}
        </div>
      )}
      {changing && mending !== 'login' && (
        <div className="al-part">
          <MendLogin entry={entry} onKept={kept} onCancel={() => setChanging(false)} />
        </div>
      )}
      <RegistryFacts entry={entry} address={test?.address} />
      <RegistryTakes entry={entry} />
      <RegistryActions
        entry={entry}
        canChangeLogin={!changing && mending !== 'login'}
        onChangeLogin={() => setChanging(true)}
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
        <dt>Login</dt>
        <dd className="al-anywhere">{loginWords(entry.credentials)}</dd>
        {address !== undefined && (
          <>
            <dt>Asked at</dt>
            <dd className="al-mono al-anywhere">{address}</dd>
          </>
        )}
        {entry.mirrors.length > 0 && (
          <>
            <dt>Mirrors</dt>
            <dd className="al-mono al-anywhere">{entry.mirrors.join(', ')}</dd>
          </>
        )}
        <dt>Certificate</dt>
        <dd>{entry.tlsVerify ? 'checked' : 'not checked'}</dd>
      </dl>
      {entry.notes.map((said) => (
        <p key={said} className="al-small">
          <StateMark mark="info">{said}</StateMark>
        </p>
      ))}
    </div>
  );
}

function RegistryActions({
  entry,
  canChangeLogin,
  onChangeLogin,
  onTest,
  onChanged,
}: {
  entry: RegistryEntry;
  canChangeLogin: boolean;
  onChangeLogin: () => void;
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
  const typed = credentials.from === 'session' || credentials.from === 'key-store';
  const error = add.error ?? remove.error ?? forget.error;
  return (
    <div className="al-part al-row al-wrap al-quiet-actions">
      {canChangeLogin && (
        <RequestButton request="credentials.set" variant="link" isInline onClick={onChangeLogin}>
          {credentials.from === 'none' ? 'Type a login' : 'Use another login'}
        </RequestButton>
      )}
      {typed && (
        <RequestButton
          request="credentials.forget"
          variant="link"
          isInline
          onClick={() => forget.mutate({ registry: name }, after())}
        >
          Forget the typed login
        </RequestButton>
      )}
      {name.includes('/') && (
        <RequestButton
          request="registries.test"
          variant="link"
          isInline
          onClick={() => onTest({ push: true })}
        >
          Test pushing, too
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
          {tlsVerify ? 'Stop checking its certificate' : 'Check its certificate'}
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
          Remove from the list
        </RequestButton>
      )}
      {error && <FailureAlert error={error} title="It was not changed" />}
    </div>
  );
}
