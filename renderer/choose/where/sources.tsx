import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef, useState } from 'react';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { knownEntry, needsCredentials } from '../../run/request/registry-trouble.ts';
import { testOutcome } from '../../settings/parts/registry-words.ts';
import { RegistryCredentials } from '../../settings/registries/registry-credentials.tsx';
import { RegistryStages } from '../../settings/registries/stages.tsx';
import { testRegistry, useRegistryTests } from '../../settings/registries/tests.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { t } from './messages.ts';
import { sourceHosts } from './words.ts';

/** The source registries: the credentials of each, its test, and a form for missing credentials. */
export function WhereSources() {
  const view = useImageSet();
  const known = useAsk('registries.list', {});
  const { draft } = useDraft();
  const hosts = sourceHosts(view);
  if (hosts.length === 0) return null;
  const tlsVerify = draft.options.sourceTlsVerify ?? true;
  return (
    <Card title={t('sourcesTitle')} flush>
      <ul className="al-choose-sources">
        {hosts.map((host) => (
          <Source
            key={host}
            entry={knownEntry(known.data?.registries ?? [], host, tlsVerify)}
            onChanged={() => void known.refetch()}
          />
        ))}
      </ul>
    </Card>
  );
}

function Source({ entry, onChanged }: { entry: RegistryEntry; onChanged: () => void }) {
  const client = useClient();
  const tested = useRegistryTests(({ tests }) => tests[entry.name]);
  const [typing, setTyping] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const { name, tlsVerify, credentials } = entry;
  const test = () => {
    leaving.current?.abort();
    leaving.current = new AbortController();
    void testRegistry(client, { name, tlsVerify }, leaving.current.signal);
  };
  const rejected = tested?.state === 'done' && needsCredentials(tested.test);
  const outcome = tested && testOutcome(tested, credentials.from);
  return (
    <li>
      <div className="al-row al-wrap">
        <strong className="al-mono al-anywhere">{name}</strong>
        <span className="al-sub al-small">{credentialsWords(credentials)}</span>
        <span className="al-row al-end">
          {outcome && (
            <span role="status">
              <StateMark mark={outcome.mark}>{outcome.words}</StateMark>
            </span>
          )}
          {!typing && !rejected && (
            <Button
              variant="link"
              isInline
              aria-label={t('logInLabel', { registry: name })}
              onClick={() => setTyping(true)}
            >
              {t('logInButton')}
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('testLabel', { registry: name })}
            isDisabled={tested?.state === 'testing'}
            onClick={test}
          >
            {t('testButton')}
          </Button>
        </span>
      </div>
      {tested?.state === 'done' && outcome?.mark === 'bad' && <RegistryStages known={tested} />}
      {(typing || rejected) && (
        <RegistryCredentials
          entry={entry}
          onSaved={() => {
            setTyping(false);
            onChanged();
            test();
          }}
          onCancel={typing ? () => setTyping(false) : undefined}
        />
      )}
    </li>
  );
}

function credentialsWords({ from, user, where }: RegistryEntry['credentials']): string {
  if (from === 'none') return t('noCredentialsText');
  const place = where ?? from;
  return user ? t('userCredentialsText', { user, place }) : t('credentialsText', { place });
}
