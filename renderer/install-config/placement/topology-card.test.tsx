import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { readYaml, setValue } from '../../../core/contract/documents/document.ts';
import { t } from '../form/messages.ts';
import { addFailureDomain, addVCenter, removeFailureDomain, removeVCenter } from '../form/topology-edits.ts';
import { useAnalysis } from '../form/use-config.tsx';
import { draftWith, openConfig, VSPHERE } from '../open-config.fixture.tsx';
import { TopologyCard } from './topology-card.tsx';

const opened = vi.fn();
const wentTo = vi.fn();
const hidden = vi.fn();

function Card() {
  const { topology } = useAnalysis();
  return topology ? (
    <TopologyCard topology={topology} section="cluster" onOpen={opened} onProblem={wentTo} onHide={hidden} />
  ) : null;
}

const openCard = (text = VSPHERE) => {
  opened.mockClear();
  return openConfig(draftWith(text), <Card />);
};
const domain = (name: string) =>
  within(screen.getByRole('region', { name: t('domainName', { domain: name }) }));
const vcenter = (name: RegExp) => within(screen.getByRole('region', { name }));
const change = async (user: ReturnType<typeof openCard>['user'], of: string, item: string) => {
  await user.click(screen.getByRole('button', { name: t('actionsLabel', { name: of }) }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

const QUORUM = new RegExp(t('vcenterQuorumText', { count: 2, total: 3, vcenter: 'vcenter-b' }));
/** Two of three control plane machines in one vCenter. */
const AT_RISK = setValue(
  addFailureDomain(readYaml(VSPHERE), 1),
  ['controlPlane', 'platform', 'vsphere', 'zones'],
  ['fd-1', 'fd-2', 'fd-4'],
).text;

describe('the placement diagram', () => {
  test('has each vCenter with its failure domains and machines', () => {
    openCard();
    expect(screen.getAllByRole('button', { name: /^vcenter-[abc]$/ })).toHaveLength(3);
    expect(domain('fd-1').getByText('dc-a · cluster-a')).toBeDefined();
    expect(domain('fd-1').getByText(t('bootstrapMachine'))).toBeDefined();
    expect(
      domain('fd-2').getByRole('button', { name: t('moveLabel', { machine: 'master-1' }) }),
    ).toBeDefined();
    expect(domain('fd-3').getByText(t('workerMachines', { count: 1 }))).toBeDefined();
    expect(screen.getAllByRole('region', { name: /, control plane$/ })).toHaveLength(3);
  });

  test('opens a vCenter and a failure domain', async () => {
    const { user } = openCard();
    await user.click(screen.getByRole('button', { name: 'vcenter-b' }));
    await user.click(screen.getByRole('button', { name: 'fd-3' }));
    expect(opened.mock.calls).toEqual([
      ['vcenters', 1],
      ['failure-domains', 2],
    ]);
  });

  test('shows full names if short ones are not unique', () => {
    openCard(VSPHERE.replaceAll('vcenter-b.example.com', 'vcenter-a.example.org'));
    expect(screen.getByRole('button', { name: 'vcenter-a.example.org' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'vcenter-a.example.com' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'vcenter-c' })).toBeDefined();
  });

  test('shows failure domains without a vCenter, and those with a problem', () => {
    openCard(VSPHERE.replace(/(zone: zone-3\n +server: )vcenter-c/, '$1vcenter-x'));
    const unlisted = screen.getByText(t('unlistedVCenter')).closest('div')!;
    expect(within(unlisted).getByRole('button', { name: 'fd-3' })).toBeDefined();
    expect(
      domain('fd-3').getByRole('button', {
        name: new RegExp(`^${t('placeWarnings', { name: 'fd-3', warnings: 1 })}`),
      }),
    ).toBeDefined();
    expect(domain('fd-1').queryByRole('button', { name: /warning/ })).toBeNull();
    const box = screen.getByRole('region', { name: t('domainName', { domain: 'fd-3' }) });
    expect(box.className).toContain('al-ic-domain-error');
    expect(vcenter(/vcenter-c/).getByRole('button', { name: t('addDomainButton') })).toBeDefined();
  });

  test('marks a vCenter and a machine with errors, and goes to the field of the first one', async () => {
    const host = (role: string) =>
      `    - role: ${role}\n      networkDevice: {ipAddrs: [nonsense], nameservers: [192.0.2.2]}\n`;
    const { user } = openCard(
      VSPHERE.replace(
        'server: vcenter-b.example.com\n      user: administrator@vsphere.local',
        'server: vcenter-b.example.com\n      user: ""',
      ).replace(
        '    failureDomains:',
        `    hosts:\n${host('bootstrap')}${host('control-plane')}${host('control-plane')}${host('control-plane')}    failureDomains:`,
      ),
    );
    const mark = vcenter(/vcenter-b/).getByRole('button', {
      name: new RegExp(`^${t('placeErrors', { name: 'vcenter-b.example.com', errors: 1 })}.*vcenters`),
    });
    await user.click(mark);
    expect(wentTo.mock.lastCall?.[0]).toMatchObject({
      path: 'platform.vsphere.vcenters[1].user',
      level: 'error',
    });
    expect(domain('fd-2').getByRole('button', { name: /^master-1: \d+ errors?\./ })).toBeDefined();
    expect(domain('fd-1').getByRole('button', { name: /^bootstrap: \d+ errors?\./ })).toBeDefined();
  });

  test('marks a warning in another color than an error, until it is accepted', () => {
    openCard(VSPHERE.replace('template: /dc-b/vm/rhcos', 'folder: /dc-x/vm/f'));
    const box = screen.getByRole('region', { name: t('domainName', { domain: 'fd-2' }) });
    expect(box.className).toMatch(/al-ic-domain-(error|warning)/);
  });

  test('marks datacenters that their vCenter does not list', () => {
    openCard(VSPHERE.replace('datacenter: dc-b', 'datacenter: dc-x'));
    expect(
      domain('fd-2').getByText(`${t('datacenterNotListed', { datacenter: 'dc-x' })} · cluster-b`),
    ).toBeDefined();
  });
});

describe('changes in the diagram', () => {
  test('add a vCenter with a failure domain, and open it', async () => {
    const { user, now } = openCard(removeVCenter(readYaml(VSPHERE), 2).text);
    const add = () => screen.getAllByRole<HTMLButtonElement>('button', { name: t('addVCenterButton') })[0]!;
    await user.click(add());
    expect(now().text).toContain('server: vcenter-3.example.com');
    expect(opened.mock.calls).toEqual([['vcenters', 2]]);
    expect(domain('fd-3').getByText('dc-3 · cluster')).toBeDefined();
    expect(add().disabled).toBe(true);
  });

  test('add a failure domain to a vCenter, and open it', async () => {
    const { user } = openCard();
    await change(user, 'vcenter-b.example.com', t('addDomainButton'));
    expect(
      vcenter(/vcenter-b/).getByRole('region', { name: t('domainName', { domain: 'fd-4' }) }),
    ).toBeDefined();
    expect(opened.mock.calls).toEqual([['failure-domains', 3]]);
  });

  test('remove a failure domain, also from the zones', async () => {
    const { user, now } = openCard();
    await change(user, 'fd-2', t('removeDomainButton'));
    expect(now().text).toContain('zones: [fd-1, fd-3]');
    expect(screen.queryByRole('region', { name: t('domainName', { domain: 'fd-2' }) })).toBeNull();
    now().undo();
    await expect.poll(() => now().text).toBe(VSPHERE);
  });

  test('remove a vCenter with all of its failure domains', async () => {
    const { user, now } = openCard();
    await change(user, 'vcenter-c.example.com', t('removeVCenterButton'));
    expect(now().text).not.toMatch(/vcenter-c|fd-3/);
  });

  test('move a control plane machine, which swaps places if necessary', async () => {
    const { user, now } = openCard();
    await user.click(screen.getByRole('button', { name: t('moveLabel', { machine: 'master-2' }) }));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['fd-1', `fd-2${t('swapText', { machine: 'master-2', other: 'master-1' })}`]);
    await user.click(within(menu).getByRole('menuitem', { name: /^fd-2/ }));
    expect(now().text).toContain('zones: [fd-1, fd-3, fd-2]');
    expect(domain('fd-2').getByText('master-2')).toBeDefined();
    expect(document.activeElement).toBe(
      domain('fd-2').getByRole('button', { name: t('moveLabel', { machine: 'master-2' }) }),
    );
  });
});

describe('the quorum', () => {
  test('is at risk where two machines share a vCenter, and the card moves one', async () => {
    const { user, now } = openCard(AT_RISK);
    expect(
      screen.getByText(t('vcenterQuorumText', { count: 2, total: 3, vcenter: 'vcenter-b' })),
    ).toBeDefined();
    const move = screen.getByRole('button', {
      name: t('moveButton', { machine: 'master-2', domain: 'fd-3' }),
    });
    expect(screen.getByText(/vcenter-c\.example\.com will run control plane machines/)).toBeDefined();
    await user.click(move);
    expect(now().text).toContain('zones: [fd-1, fd-2, fd-3]');
    expect(document.activeElement?.textContent).toBe('master-2');
    expect(screen.queryByText(QUORUM)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Move master-\d to/ })).toBeNull();
  });

  test('stays at risk after the risk was accepted, which is not part of the text', async () => {
    const { user, now } = openCard(AT_RISK);
    await user.click(screen.getByRole('button', { name: t('acceptRiskButton') }));
    expect(now().fields.acceptedWarnings).toHaveLength(1);
    expect(now().text).toBe(AT_RISK);
    expect(screen.queryByRole('button', { name: /^Move master-\d to/ })).toBeNull();
    // The diagram still shows it.
    expect(screen.getByText(QUORUM)).toBeDefined();
  });

  test('needs another failure domain where no move helps', async () => {
    const two = removeVCenter(readYaml(VSPHERE), 2).text;
    const { user, now } = openCard(two);
    expect(screen.getByText(t('noMoveTitle'))).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: t('addVCenterButton') }).at(-1)!);
    expect(now().text).toContain('vcenter-3.example.com');
  });

  test('gets a failure domain in a vCenter that has none', async () => {
    const { user, now } = openCard(
      removeFailureDomain(addVCenter(removeVCenter(readYaml(VSPHERE), 2)), 2).text,
    );
    expect(screen.getByText(t('noMoveTitle'))).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: t('addDomainButton') }).at(-1)!);
    expect(now().text.match(/vcenter-3\.example\.com/g)).toHaveLength(2);
  });

  test('is not mentioned while each machine has a vCenter of its own', () => {
    openCard();
    expect(screen.queryByText(/quorum/)).toBeNull();
  });
});
