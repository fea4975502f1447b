import './sites.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ContentSelection, SiteSource } from '../../core/contract/topics/sites.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { useAddress } from '../parts/use-address.ts';
import { AvailableFields } from './available-fields.tsx';
import { t } from './messages.ts';
import { NOTHING, selectedItems } from './selection.ts';
import { sourceText, type Target, TargetFields, targetProblems } from './target-fields.tsx';

/**
 * `/sites/choose?name=&from=&workspace=&enclave=&destination=`: content of this host for another site. The name is that of an
 * existing site.
 */
export default function ChooseContentScreen() {
  const [address, change] = useAddress();
  const navigate = useNavigate();
  const chain = useAsk('sites.describe', {});
  const [selection, setSelection] = useState<ContentSelection>(NOTHING);
  const [tried, setTried] = useState(false);
  const configure = useDo('sites.configure');
  const given = (field: string) => address.get(field) ?? '';
  const sources = chain.data?.sources ?? [];
  const from = given('from') || (sources[0] ? sourceText(sources[0]) : '');
  const source = sources.find((each) => sourceText(each) === from) ?? sourceOf(from);
  const target: Target = {
    from,
    workspace: given('workspace'),
    enclave: given('enclave'),
    destination: given('destination'),
  };
  const available = useAsk(
    'sites.available',
    { source: source ?? NO_SOURCE },
    { enabled: source !== undefined },
  );
  const site = given('name') || target.enclave || target.destination;
  const title = site ? t('chooseTitle', { site }) : t('chooseNewTitle');
  const items = selectedItems(selection);
  const problems = targetProblems(target);
  const start = () => {
    setTried(true);
    if (Object.keys(problems).length > 0 || !source) return;
    const { workspace, enclave, destination } = target;
    configure.mutate(
      { source, selection, workspace },
      {
        onSuccess({ file }) {
          const query = new URLSearchParams({ workspace, config: file, enclave, from });
          if (destination) query.set('destination', destination);
          void navigate(`${destination ? '/mirror' : '/fetch'}?${query}`);
        },
      },
    );
  };
  if (chain.data && !source)
    return (
      <Screen eyebrow={[t('topic'), t('chooseTopic')]} sentence={title}>
        <Card label={t('nothingTitle')}>
          <Empty
            title={t('nothingTitle')}
            action={
              <Button variant="primary" onClick={() => navigate('/receive')}>
                {t('receiveButton')}
              </Button>
            }
          >
            {t('nothingText')}
          </Empty>
        </Card>
      </Screen>
    );
  return (
    <Screen
      eyebrow={[t('topic'), t('chooseTopic')]}
      sentence={title}
      actions={
        <>
          <span className="al-sub al-num" role="status">
            {t('selectedText', { items })}
          </span>
          <RequestButton
            request="sites.configure"
            variant="primary"
            isDisabled={items === 0 || configure.isPending}
            isLoading={configure.isPending}
            onClick={start}
          >
            {t('configureButton')}
          </RequestButton>
        </>
      }
    >
      {chain.error && <FailureAlert error={chain.error} title={t('failedTitle')} />}
      {configure.error && <FailureAlert error={configure.error} title={t('configureFailedTitle')} />}
      <div className="al-sites-choose">
        <Card title={t('siteField')}>
          <TargetFields
            target={target}
            sources={sources}
            problems={tried ? problems : {}}
            onChange={(field, value) => {
              if (field === 'from') setSelection(NOTHING);
              change((parameters) => parameters.set(field, value));
            }}
          />
          <p className="al-sub al-sites-note">{t('configureHelp')}</p>
        </Card>
        <Card title={t('availableTitle')}>
          {available.error && <FailureAlert error={available.error} title={t('availableFailedTitle')} />}
          {available.data && (
            <AvailableFields available={available.data} selection={selection} onChange={setSelection} />
          )}
        </Card>
      </div>
    </Screen>
  );
}

/** Never sent: the request is disabled without a source. */
const NO_SOURCE: SiteSource = { kind: 'sets', directory: '/' };

/** Returns the source of an address that isn't among the known ones. */
function sourceOf(from: string): SiteSource | undefined {
  if (from.startsWith('docker://')) return { kind: 'registry', registry: from.slice('docker://'.length) };
  return from.startsWith('/') ? { kind: 'sets', directory: from } : undefined;
}
