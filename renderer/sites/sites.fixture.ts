import type { ChainSite, SiteContent, SiteTransfer } from '../../core/contract/topics/sites.ts';

const MIB = 2 ** 20;

/** Content with these releases and operators. */
function content(releases: string[] = [], operators: string[] = [], bytes = 0): SiteContent {
  return { releases, operators, other: [], images: 10 * releases.length + operators.length, bytes };
}

/** A transfer of 12 images. */
function transferTo(name: string, state: SiteTransfer['state'], deliverables: string[] = []): SiteTransfer {
  const acknowledged = ['arrived', 'incomplete', 'lost'].includes(state);
  return {
    ...{ name, state, images: 12, bytes: 340 * MIB, deliverables },
    createdAt: '2026-01-01T00:00:00Z',
    exportedAt: state === 'waiting' ? undefined : '2026-01-02T00:00:00Z',
    acknowledgedAt: acknowledged ? '2026-01-03T00:00:00Z' : undefined,
    reached: acknowledged ? 'pushed' : undefined,
  };
}

/** A site with empty content. */
export function site(id: string, part: Partial<ChainSite> = {}): ChainSite {
  return {
    ...{ id, kind: 'enclave', name: id, content: content(), inTransit: content(), waiting: content() },
    transfers: [],
    ...part,
  };
}

/** This host, a site that it supplies, and one further down that is known from its report. */
export const THREE: ChainSite[] = [
  site('here', { kind: 'here', name: '' }),
  site('lab', {
    ...{ parent: 'here', workspace: '/srv/mirror', enclave: 'lab' },
    source: { kind: 'sets', directory: '/data/received' },
    content: content(['4.16.1-x86_64'], ['anvil-operator', 'bellows-operator'], 900 * MIB),
    inTransit: content(['4.16.2-x86_64'], [], 340 * MIB),
    lastAcknowledgedAt: '2026-01-03T00:00:00Z',
    transfers: [
      transferTo('lab-0002', 'in-transit', ['release 4.16.2-x86_64']),
      transferTo('lab-0001', 'arrived', ['release 4.16.1-x86_64']),
    ],
  }),
  site('branch', {
    ...{ parent: 'lab', reportedAt: '2026-01-04T00:00:00Z' },
    content: content([], ['anvil-operator'], 20 * MIB),
    waiting: content([], ['bellows-operator'], 340 * MIB),
    lastAcknowledgedAt: '2026-01-03T00:00:00Z',
    transfers: [transferTo('branch-0002', 'waiting', ['operator bellows-operator'])],
  }),
];
