import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Fragment, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ChainSite, SiteTransfer } from '../../core/contract/topics/sites.ts';
import { enclaveAddress } from '../parts/addresses.ts';
import { relativeTime, size } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';
import { chooseAddress, hasContent, siteName, siteState, transfersIn } from './site-words.ts';

/** Shows what is at a site, what is in transit to it and what is waiting. */
export function SiteDetails({
  site,
  sites,
  now,
  canSupply,
}: {
  site: ChainSite;
  sites: readonly ChainSite[];
  now: Date;
  /** This host has content for other sites. */
  canSupply: boolean;
}) {
  const navigate = useNavigate();
  const supplier = sites.find(({ id }) => id === site.parent);
  const { kind, workspace, enclave, source, reportedAt, lastAcknowledgedAt, content } = site;
  const name = siteName(site);
  const { mark, words } = siteState(site, now);
  const facts: [string, ReactNode][] = [
    [t('supplierLabel'), supplier && siteName(supplier)],
    [t('workspaceLabel'), workspace],
    [t('sourceLabel'), source && (source.kind === 'sets' ? source.directory : source.registry)],
    [t('reportedLabel'), reportedAt && <RelativeTime at={reportedAt} />],
    [t('acknowledgedLabel'), lastAcknowledgedAt && <RelativeTime at={lastAcknowledgedAt} />],
  ];
  const known: [string, ReactNode][] = [
    [t('releasesLabel'), content.releases.join(', ')],
    [t('operatorsLabel'), content.operators.join(', ')],
    [t('otherLabel'), content.other.join(', ')],
    [t('sizeLabel'), content.bytes > 0 ? size(content.bytes) : undefined],
  ];
  const isNext = workspace !== undefined;
  return (
    <Card
      title={name}
      label={name}
      actions={
        isNext && (canSupply || !source) ? (
          <Button variant="primary" onClick={() => navigate(chooseAddress(site))}>
            {t('chooseForButton', { site: name })}
          </Button>
        ) : undefined
      }
    >
      <div className="al-column">
        {words !== '' && <StateMark mark={mark}>{words}</StateMark>}
        <Facts facts={facts} />
        {reportedAt !== undefined && supplier && (
          <p className="al-sub">{t('remoteText', { supplier: siteName(supplier) })}</p>
        )}
        <Transfers title={t('transitTitle')} now={now} transfers={transfersIn(site, 'in-transit')} />
        <Transfers title={t('waitingTransfersTitle')} now={now} transfers={transfersIn(site, 'waiting')} />
        {hasContent(content) && (
          <>
            <h3>{t(kind === 'here' ? 'hereTitle' : 'arrivedTitle')}</h3>
            <Facts facts={known} />
          </>
        )}
        <Transfers
          title={t('otherTransfersTitle')}
          now={now}
          transfers={site.transfers
            .filter(({ state }) => !['in-transit', 'waiting'].includes(state))
            .slice(0, 5)}
        />
        {kind === 'enclave' && isNext && enclave !== undefined && (
          <p>
            <Link to={enclaveAddress(workspace, enclave)}>{t('transfersLink', { site: name })}</Link>
          </p>
        )}
      </div>
    </Card>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  const shown = facts.filter(([, value]) => value !== undefined && value !== '');
  if (shown.length === 0) return null;
  return (
    <dl className="al-facts">
      {shown.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="al-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Transfers({
  title,
  transfers,
  now,
}: {
  title: string;
  transfers: readonly SiteTransfer[];
  now: Date;
}) {
  if (transfers.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="al-sites-transfers">
        {transfers.map((transfer) => (
          <li key={transfer.name}>
            <strong>{transfer.name}</strong>{' '}
            <span className="al-sub al-num">
              {t('transferText', { images: transfer.images, size: size(transfer.bytes) })},{' '}
              {lastStep(transfer, now)}
            </span>
            {transfer.deliverables.length > 0 && (
              <div className="al-sub al-small al-anywhere">{transfer.deliverables.join(', ')}</div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns what happened to a transfer last. */
function lastStep({ state, createdAt, exportedAt }: SiteTransfer, now: Date): string {
  switch (state) {
    case 'arrived':
      return t('arrivedText');
    case 'incomplete':
      return t('incompleteText');
    case 'lost':
      return t('lostText');
    default: {
      const time = relativeTime(new Date(exportedAt ?? createdAt), now);
      return exportedAt === undefined ? t('createdText', { time }) : t('exportedText', { time });
    }
  }
}
