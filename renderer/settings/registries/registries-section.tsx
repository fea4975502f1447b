import { Alert, AlertActionCloseButton } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { PlusIcon } from '@patternfly/react-icons/dist/esm/icons/plus-icon';
import { SyncAltIcon } from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RequestInput } from '../../../core/contract/contract.ts';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { proxyMeaning } from '../parts/proxy-words.ts';
import { SettingsFrame } from '../parts/settings-frame.tsx';
import { AddRegistry } from './add-registry.tsx';
import { RegistryDetail } from './detail.tsx';
import { ImportPullSecret } from './import-pull-secret.tsx';
import { t } from './messages.ts';
import { chosenRegistry, registriesSentence } from './registries-sentence.ts';
import { ServedCard } from './served-card.tsx';
import { RegistryTable } from './table.tsx';
import { testRegistries, testRegistry, useRegistryTests } from './tests.ts';

/** `/settings/registries`: the registries, their credentials and their tests. */
export function RegistriesSection() {
  const client = useClient();
  const queries = useQueryClient();
  const list = useAsk('registries.list', {});
  const tests = useRegistryTests((state) => state.tests);
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<'add' | 'import'>();
  const [note, setNote] = useState<ReactNode>();
  const all = useAllTests();

  const registries = list.data?.registries ?? [];
  const chosen = chosenRegistry(registries, tests, query.get('registry'));
  const choose = (name: string) => setQuery({ registry: name }, { replace: true });
  const refresh = () => queries.invalidateQueries({ queryKey: ['registries.list'] });

  return (
    <SettingsFrame
      section="registries"
      sentence={list.data ? registriesSentence(registries, tests) : t('loadingTitle')}
      actions={
        registries.length > 0 && (
          <>
            <RequestButton
              request="registries.add"
              variant="secondary"
              icon={<PlusIcon />}
              onClick={() => setDialog('add')}
            >
              {t('addButton')}
            </RequestButton>
            <RequestButton
              request="credentials.importPullSecret"
              variant="secondary"
              onClick={() => setDialog('import')}
            >
              {t('importButton')}
            </RequestButton>
          </>
        )
      }
    >
      {list.error && (
        <FailureAlert
          error={list.error}
          title={t('readFailedTitle')}
          actions={
            <Button variant="link" isInline onClick={() => void list.refetch()}>
              {t('readAgainButton')}
            </Button>
          }
        />
      )}
      {note !== undefined && (
        <Alert
          isInline
          variant="success"
          title={note}
          actionClose={<AlertActionCloseButton onClose={() => setNote(undefined)} />}
        />
      )}
      {list.data && registries.length === 0 && <NoRegistries onOpen={setDialog} />}
      {registries.length > 0 && (
        <div className="al-registries">
          <RegistriesCard registries={registries} all={all}>
            <RegistryTable registries={registries} tests={tests} chosen={chosen?.name} onChoose={choose} />
          </RegistriesCard>
          {chosen && (
            <RegistryDetail
              key={chosen.name}
              entry={chosen}
              known={tests[chosen.name]}
              onTest={(options) => void testRegistry(client, { ...testInput(chosen), ...options })}
              onChanged={refresh}
            />
          )}
        </div>
      )}
      <ServedCard />
      {dialog === 'add' && (
        <AddRegistry
          onClose={() => setDialog(undefined)}
          onAdded={(entry) => {
            setDialog(undefined);
            void refresh();
            choose(entry.name);
            void testRegistry(client, entry);
          }}
        />
      )}
      {dialog === 'import' && (
        <ImportPullSecret
          onClose={() => setDialog(undefined)}
          onImported={(result) => {
            setDialog(undefined);
            setNote(result);
            void refresh();
          }}
        />
      )}
      <output className="al-unseen">
        {list.data && !all.running ? registriesSentence(registries, tests) : ''}
      </output>
    </SettingsFrame>
  );
}

function NoRegistries({ onOpen }: { onOpen: (dialog: 'add' | 'import') => void }) {
  return (
    <Card>
      <Empty
        title={t('noRegistriesTitle')}
        action={
          <>
            <RequestButton
              request="credentials.importPullSecret"
              variant="primary"
              onClick={() => onOpen('import')}
            >
              {t('importButton')}
            </RequestButton>
            <RequestButton request="registries.add" variant="secondary" onClick={() => onOpen('add')}>
              {t('addButton')}
            </RequestButton>
          </>
        }
      >
        {t('noRegistriesText')}
      </Empty>
    </Card>
  );
}

/** The table of all registries, and the button that tests them. */
function RegistriesCard({
  registries,
  all,
  children,
}: {
  registries: RegistryEntry[];
  all: AllTests;
  children: ReactNode;
}) {
  const host = useAsk('host.describe', {});
  const proxied = host.data && proxyMeaning(host.data.proxies);
  return (
    <Card
      title={t('registriesTitle')}
      flush
      actions={
        all.running ? (
          <Button variant="secondary" size="sm" onClick={all.cancel}>
            {t('cancelTestsButton')}
          </Button>
        ) : (
          <RequestButton
            request="registries.test"
            variant="secondary"
            size="sm"
            icon={<SyncAltIcon />}
            onClick={() => void all.run(registries.map(testInput))}
          >
            {t('testAllButton')}
          </RequestButton>
        )
      }
    >
      {children}
      <p className="al-card-foot al-sub al-small">
        {proxied && proxied.direct.length > 0
          ? t('testProxyNote', { proxy: proxied.sentence })
          : t('testNote')}
      </p>
    </Card>
  );
}

function testInput({ name, tlsVerify }: RegistryEntry): RequestInput<'registries.test'> {
  return { name, tlsVerify };
}

type AllTests = ReturnType<typeof useAllTests>;

/** Tests all registries, until the screen is closed. */
function useAllTests() {
  const client = useClient();
  const [running, setRunning] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  return {
    running,
    cancel: () => stop.current?.abort(),
    run: async (inputs: RequestInput<'registries.test'>[]) => {
      stop.current = new AbortController();
      setRunning(true);
      await testRegistries(client, inputs, stop.current.signal);
      setRunning(false);
    },
  };
}
