import type { ChainSite, SiteContent, SiteTransfer } from '../../core/contract/topics/sites.ts';
import { relativeTime } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Returns the name of a site. */
export function siteName({ kind, name }: Pick<ChainSite, 'kind' | 'name'>): string {
  if (kind === 'sender') return t('senderName');
  if (kind === 'here') return name === '' ? t('hereName') : t('hereNamed', { name });
  return name;
}

/** Returns the transfers of a site in one state. */
export function transfersIn(
  site: Pick<ChainSite, 'transfers'>,
  state: SiteTransfer['state'],
): SiteTransfer[] {
  return site.transfers.filter((transfer) => transfer.state === state);
}

/** Returns the content of a site in words: `2 releases, 3 operators`. */
export function contentWords({ kind, content }: Pick<ChainSite, 'kind' | 'content'>): string {
  if (kind === 'sender') return t('unknownWords');
  const { releases, operators, other } = content;
  const words = [
    ...(releases.length > 0 ? [t('releaseWords', { releases: releases.length })] : []),
    ...(operators.length > 0 ? [t('operatorWords', { operators: operators.length })] : []),
  ];
  if (words.length > 0) return words.join(', ');
  return other.length > 0 ? t('otherWords', { others: other.length }) : t('emptyWords');
}

/** The most urgent state of a site. */
export interface SiteState {
  mark: Mark;
  words: string;
  /** For the picture, if the words are long. */
  short?: string;
}

/** Returns the most urgent state of a site: incomplete, in transit, waiting, acknowledged. */
export function siteState(site: ChainSite, now: Date): SiteState {
  if (site.kind === 'sender') return { mark: 'info', words: '' };
  const [newest] = site.transfers;
  if (site.kind === 'here')
    return newest
      ? { mark: 'info', words: t('hereWords', { received: site.transfers.length }) }
      : { mark: 'info', words: '' };
  const ages = (state: SiteTransfer['state']) => {
    const found = transfersIn(site, state);
    const oldest = found.at(-1);
    const at = oldest && (oldest.exportedAt ?? oldest.createdAt);
    return at === undefined ? undefined : { transfers: found.length, age: relativeTime(new Date(at), now) };
  };
  if (newest?.state === 'incomplete' || newest?.state === 'lost')
    return {
      mark: 'warning',
      words: t('lostWords', { transfer: newest.name }),
      short: t('lostShort'),
    };
  const moving = ages('in-transit');
  if (moving) return { mark: 'running', words: t('movingWords', moving), short: t('movingShort', moving) };
  const waiting = ages('waiting');
  if (waiting)
    return { mark: 'waiting', words: t('waitingWords', waiting), short: t('waitingShort', waiting) };
  if (site.lastAcknowledgedAt === undefined) return { mark: 'waiting', words: t('noTransferWords') };
  const time = relativeTime(new Date(site.lastAcknowledgedAt), now);
  return { mark: 'good', words: t(site.kind === 'registry' ? 'pushedWords' : 'acknowledgedWords', { time }) };
}

/** Returns the heading of the screen. */
export function sitesSentence(sites: readonly ChainSite[]): string {
  const others = sites.filter(({ kind }) => kind === 'enclave' || kind === 'registry');
  if (others.length === 0) return t('noneTitle');
  const amount = (state: SiteTransfer['state']) =>
    others.reduce((sum, site) => sum + transfersIn(site, state).length, 0);
  const [moving, waiting] = [amount('in-transit'), amount('waiting')];
  if (moving > 0) return t('movingTitle', { sites: others.length, transfers: moving });
  if (waiting > 0) return t('waitingTitle', { sites: others.length, transfers: waiting });
  return t('calmTitle', { sites: others.length });
}

/** Returns the content that one site has and another doesn't. */
export function hasContent({ releases, operators, other }: SiteContent): boolean {
  return releases.length + operators.length + other.length > 0;
}

/** Returns the address where content for a site is chosen; without a site, for a new one. */
export function chooseAddress(
  site: Pick<ChainSite, 'workspace' | 'enclave' | 'registry' | 'source' | 'kind' | 'name'> | undefined,
): string {
  if (!site) return '/sites/choose';
  // Its content comes from the original registries.
  if (site.kind === 'enclave' && !site.source && site.workspace !== undefined)
    return `/choose?${new URLSearchParams({ workspace: site.workspace })}`;
  const query = new URLSearchParams({ name: siteName(site) });
  if (site.workspace !== undefined) query.set('workspace', site.workspace);
  if (site.enclave !== undefined) query.set('enclave', site.enclave);
  if (site.registry !== undefined) query.set('destination', site.registry);
  if (site.source?.kind === 'sets') query.set('from', site.source.directory);
  if (site.source?.kind === 'registry') query.set('from', `docker://${site.source.registry}`);
  return `/sites/choose?${query}`;
}
