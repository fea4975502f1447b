import './sites.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChainSite, SiteSource } from '../../core/contract/topics/sites.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useAsk } from '../engine/requests.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { useNow } from '../parts/time.tsx';
import { ToKnow } from '../parts/to-know.tsx';
import { useAddress } from '../parts/use-address.ts';
import { t } from './messages.ts';
import { SitePicture } from './picture.tsx';
import { RecordReportDialog } from './record-report-dialog.tsx';
import { SaveReportDialog } from './save-report-dialog.tsx';
import { NARROW_WIDTH, siteShape } from './shape.ts';
import { SiteDetails } from './site-details.tsx';
import { SiteTable } from './site-table.tsx';
import { chooseAddress, sitesSentence } from './site-words.ts';

/** `/sites?site=`: the chain of sites, and the details of one. */
export default function SitesScreen() {
  const answer = useAsk('sites.describe', {}, { every: 60_000 });
  const [dialog, setDialog] = useState<'record' | 'save'>();
  const [problems, setProblems] = useState<ContractProblem[]>([]);
  const navigate = useNavigate();
  const eyebrow = [t('topic'), t('subtitle')];
  if (!answer.data)
    return (
      <Screen eyebrow={eyebrow} sentence={t('topic')}>
        {answer.error && (
          <FailureAlert
            error={answer.error}
            title={t('failedTitle')}
            actions={
              <Button variant="link" isInline onClick={() => void answer.refetch()}>
                {t('retryButton')}
              </Button>
            }
          />
        )}
      </Screen>
    );
  const { sites, sources } = answer.data;
  const workspaces = [
    ...new Set(sites.flatMap(({ kind, workspace }) => (kind === 'enclave' && workspace) || [])),
  ];
  const received = sites.find(({ kind, transfers }) => kind === 'here' && transfers.length > 0);
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={sitesSentence(sites)}
      actions={
        <>
          {received && (
            <Button variant="secondary" onClick={() => setDialog('save')}>
              {t('saveReportButton')}
            </Button>
          )}
          {workspaces.length > 0 && (
            <Button variant="secondary" onClick={() => setDialog('record')}>
              {t('recordReportButton')}
            </Button>
          )}
          {sources.length > 0 && (
            <Button variant="secondary" onClick={() => navigate(chooseAddress(undefined))}>
              {t('newSiteButton')}
            </Button>
          )}
        </>
      }
    >
      {answer.error && <FailureAlert error={answer.error} title={t('failedTitle')} />}
      <ToKnow problems={problems} />
      <Chain sites={sites} sources={sources} />
      {dialog === 'record' && (
        <RecordReportDialog
          workspaces={workspaces}
          onClose={() => setDialog(undefined)}
          onDone={(found) => {
            setDialog(undefined);
            setProblems(found);
          }}
        />
      )}
      {dialog === 'save' && (
        <SaveReportDialog
          directories={sources.flatMap((source) => (source.kind === 'sets' ? [source.directory] : []))}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Screen>
  );
}

function Chain({ sites, sources }: { sites: readonly ChainSite[]; sources: readonly SiteSource[] }) {
  const [address, change] = useAddress();
  const now = useNow();
  const first = sites.find(({ kind }) => kind === 'enclave' || kind === 'registry');
  const chosen = sites.find(({ id }) => id === address.get('site')) ?? first ?? sites.at(-1);
  const choose = (id: string) => change((parameters) => parameters.set('site', id));
  if (!chosen || sites.length < 2)
    return (
      <Card label={t('noneTitle')}>
        <Empty title={t('noneTitle')}>{t('noneText')}</Empty>
      </Card>
    );
  const isNarrow = siteShape(sites).width <= NARROW_WIDTH;
  return (
    <>
      <div className={isNarrow ? 'al-sites-two' : 'al-column'}>
        <Card title={t('pictureTitle')} flush>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a section that scrolls must be reachable by keyboard */}
          <section className="al-sites-scroll" tabIndex={0} aria-label={t('pictureTitle')}>
            <SitePicture sites={sites} chosen={chosen.id} now={now} onChoose={choose} />
          </section>
          <Legend sites={sites} />
        </Card>
        <SiteDetails site={chosen} sites={sites} now={now} canSupply={sources.length > 0} />
      </div>
      <Card title={t('tableTitle')} flush>
        <SiteTable sites={sites} chosen={chosen.id} onChoose={choose} />
      </Card>
    </>
  );
}

function Legend({ sites }: { sites: readonly ChainSite[] }) {
  return (
    <p className="al-sites-legend">
      <span>
        <svg aria-hidden="true" viewBox="0 0 30 12">
          <path className="al-sites-line al-sites-good" d="M1 6h28" />
        </svg>
        {t('legendArrived')}
      </span>
      <span>
        <svg aria-hidden="true" viewBox="0 0 30 12">
          <path className="al-sites-line al-sites-running" d="M1 6h28" />
        </svg>
        {t('legendMoving')}
      </span>
      {sites.some(({ reportedAt }) => reportedAt !== undefined) && (
        <span>
          <svg aria-hidden="true" viewBox="0 0 30 12" className="al-sites-reported">
            <rect className="al-sites-frame" x="1" y="1" width="28" height="10" rx="3" />
          </svg>
          {t('legendReported')}
        </span>
      )}
    </p>
  );
}
