import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RequestOutput } from '../../core/contract/contract.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { useWaiting } from '../notices/waiting.ts';
import { storageAddress } from '../parts/addresses.ts';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { clock, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime, useNow } from '../parts/time.tsx';
import { when } from '../windows/windows-words.ts';
import { ExpiringCard } from './expiring-card.tsx';
import { t } from './messages.ts';
import { channelText, diskForecast, drivesInTransit, driveText, supportLine } from './overview-words.ts';

type Overview = RequestOutput<'overview.read'>;

const MOST_LINES = 6;

/** What to look at every day: free space, planned starts, answers, drives, new releases, expiry. */
export function OverviewCards({ workspace, side }: { workspace: string; side: GapSide }) {
  const overview = useAsk('overview.read', { workspace }, { every: 60_000 });
  const found = overview.data;
  return (
    <div className="al-home-cards">
      {overview.error && <FailureAlert error={overview.error} title={t('overviewFailedTitle')} />}
      {found?.disk && <DiskCard disk={found.disk} workspace={workspace} />}
      {found && <TonightCard tonight={found.tonight} workspace={workspace} />}
      <WaitingCard />
      {found && side !== 'disconnected' && <ReleasesCard channels={found.channels} workspace={workspace} />}
      {found && side !== 'disconnected' && <DrivesCard drives={found.drives} workspace={workspace} />}
      <ExpiringCard workspace={workspace} />
    </div>
  );
}

/** The number of lines that a card doesn't show. */
function MoreLines({ all }: { all: readonly unknown[] }) {
  const count = all.length - MOST_LINES;
  return count > 0 ? <li className="al-sub">{t('moreText', { count })}</li> : null;
}

function DiskCard({ disk, workspace }: { disk: NonNullable<Overview['disk']>; workspace: string }) {
  const forecast = diskForecast(disk, useNow());
  const { freeBytes, totalBytes } = disk;
  return (
    <Card title={t('diskTitle')} actions={<Link to={storageAddress(workspace)}>{t('storageLink')}</Link>}>
      <div className="al-column">
        <Bar
          done={totalBytes - freeBytes}
          total={totalBytes}
          label={t('diskBarLabel')}
          mark={forecast?.mark === 'bad' ? 'bad' : 'running'}
          small
        />
        <p className="al-num">{t('freeText', { free: size(freeBytes), total: size(totalBytes) })}</p>
        <p>
          {forecast ? (
            <StateMark mark={forecast.mark}>{forecast.text}</StateMark>
          ) : (
            <span className="al-sub">{t('noForecastText')}</span>
          )}
        </p>
      </div>
    </Card>
  );
}

function TonightCard({ tonight, workspace }: Pick<Overview, 'tonight'> & { workspace: string }) {
  const now = useNow();
  const to = `/schedules?${new URLSearchParams({ workspace })}`;
  const link = <Link to={to}>{t('schedulesLink')}</Link>;
  if (tonight.length === 0)
    return (
      <Card title={t('tonightTitle')} actions={link}>
        <p className="al-sub">{t('noStartsText')}</p>
      </Card>
    );
  return (
    <Card title={t('tonightTitle')} actions={link} flush>
      <ul className="al-list">
        {tonight.slice(0, MOST_LINES).map(({ name, at, to: closes, bytes, fits }) => (
          <li key={name}>
            <span className="al-grow">
              <strong>{name}</strong>
              <span className="al-sub al-small al-home-line al-num">
                {when(new Date(at), now)}
                {closes !== undefined && ` ${t('untilTime', { time: clock(new Date(closes)) })}`}
              </span>
            </span>
            {bytes !== undefined && (
              <span className="al-num">
                <StateMark mark={fits === false ? 'warning' : 'good'}>
                  {t(fits === undefined ? 'aboutSize' : fits ? 'fitsText' : 'fitsNotText', {
                    size: size(bytes),
                  })}
                </StateMark>
              </span>
            )}
          </li>
        ))}
        <MoreLines all={tonight} />
      </ul>
    </Card>
  );
}

function WaitingCard() {
  const lines = useWaiting();
  if (lines.length === 0)
    return (
      <Card title={t('waitingTitle')}>
        <p className="al-sub">{t('nothingWaitsText')}</p>
      </Card>
    );
  return (
    <Card title={t('waitingTitle')} flush>
      <ul className="al-list">
        {lines.slice(0, MOST_LINES).map(({ key, text, to }) => (
          <li key={key}>
            <StateMark mark="waiting" />
            <Link className="al-grow" to={to}>
              {text}
            </Link>
          </li>
        ))}
        <MoreLines all={lines} />
      </ul>
    </Card>
  );
}

function ReleasesCard({ channels, workspace }: Pick<Overview, 'channels'> & { workspace: string }) {
  const now = useNow();
  const check = useDo('overview.checkReleases');
  const queries = useQueryClient();
  const isOwn = check.variables?.workspace === workspace;
  const button = (
    <RequestButton
      request="overview.checkReleases"
      variant="link"
      size="sm"
      isDisabled={check.isPending}
      onClick={() =>
        check.mutate(
          { workspace },
          {
            onSuccess: ({ channels: found }) =>
              queries.setQueryData<Overview>(
                ['overview.read', { workspace }],
                (now) => now && { ...now, channels: found },
              ),
          },
        )
      }
    >
      {t('checkNowButton')}
    </RequestButton>
  );
  if (channels.length === 0)
    return (
      <Card title={t('releasesTitle')}>
        <p className="al-sub">{t('noChannelsText')}</p>
      </Card>
    );
  return (
    <Card title={t('releasesTitle')} actions={button} flush>
      {isOwn && check.error && <FailureAlert error={check.error} title={t('checkFailedTitle')} />}
      <ul className="al-list">
        {channels.slice(0, MOST_LINES).map((news) => {
          const { mark, text, note } = channelText(news, now);
          const support = supportLine(news, now);
          return (
            <li key={`${news.channel} ${news.architecture}`} title={news.newer.join(', ')}>
              <span className="al-grow">
                <strong>{news.channel}</strong>{' '}
                {news.architecture !== 'amd64' && <span className="al-sub">{news.architecture}</span>}
                <span className="al-home-line">
                  <StateMark mark={mark}>{text}</StateMark>
                </span>
                {support && (
                  <span className="al-home-line">
                    <StateMark mark={support.mark}>{support.text}</StateMark>
                  </span>
                )}
              </span>
              <span className="al-sub al-small al-nowrap">{note}</span>
            </li>
          );
        })}
        <MoreLines all={channels} />
      </ul>
    </Card>
  );
}

/** Returns the names of transfers of a workspace that another directory of this host received. */
function useReceivedHere(workspace: string): ReadonlySet<string> {
  const lines = useAsk('workspaces.list', {}).data?.workspaces ?? [];
  const enclaves = lines.find(({ directory }) => directory === workspace)?.enclaves ?? [];
  return new Set(
    enclaves.flatMap(({ transfers }) =>
      transfers.flatMap(({ name, onHost }) => (onHost?.importedAt === undefined ? [] : name)),
    ),
  );
}

function DrivesCard({ drives: written, workspace }: Pick<Overview, 'drives'> & { workspace: string }) {
  const drives = drivesInTransit(written, useReceivedHere(workspace));
  if (drives.length === 0)
    return (
      <Card title={t('drivesTitle')}>
        <p className="al-sub">{t('noDrivesText')}</p>
      </Card>
    );
  return (
    <Card title={t('drivesTitle')} flush>
      <ul className="al-list">
        {drives.slice(0, MOST_LINES).map((drive) => (
          <li key={drive.drive}>
            <span className="al-grow al-anywhere">
              <strong>{drive.drive}</strong>
              <span className="al-sub al-small al-home-line">{driveText(drive)}</span>
            </span>
            <span className="al-sub al-small al-nowrap">
              {size(drive.bytes)} · <RelativeTime at={drive.writtenAt} />
            </span>
          </li>
        ))}
        <MoreLines all={drives} />
      </ul>
    </Card>
  );
}
