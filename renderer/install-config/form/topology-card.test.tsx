import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { readYaml, setValue } from '../../../core/contract/documents/document.ts';
import { draftWith, openConfig, VSPHERE } from '../open-config.fixture.tsx';
import { TopologyCard } from './topology-card.tsx';
import { addFailureDomain, removeVCenter } from './topology-edits.ts';
import { useAnalysis } from './use-config.tsx';

const opened = vi.fn();

function Card() {
  const { topology } = useAnalysis();
  return topology ? <TopologyCard topology={topology} onOpen={opened} /> : null;
}

const openCard = (text = VSPHERE) => {
  opened.mockClear();
  return openConfig(draftWith(text), <Card />);
};
const domain = (name: string) => within(screen.getByRole('region', { name: `Failure domain ${name}` }));
const vcenter = (name: RegExp) => within(screen.getByRole('region', { name }));
const change = async (user: ReturnType<typeof openCard>['user'], of: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Change ${of}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

/** Two of three control plane machines in one vCenter. */
const AT_RISK = setValue(
  addFailureDomain(readYaml(VSPHERE), 1),
  ['controlPlane', 'platform', 'vsphere', 'zones'],
  ['fd-1', 'fd-2', 'fd-4'],
).text;

describe('the picture', () => {
  test('has each vCenter with its failure domains and machines', () => {
    openCard();
    expect(screen.getAllByRole('button', { name: /^vcenter-[abc]$/ })).toHaveLength(3);
    expect(domain('fd-1').getByText('dc-a · cluster-a')).toBeDefined();
    expect(domain('fd-1').getByText('bootstrap')).toBeDefined();
    expect(domain('fd-2').getByRole('button', { name: 'master-1: move it' })).toBeDefined();
    expect(domain('fd-3').getByText('1 worker')).toBeDefined();
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

  test('shows whole names where short ones are the same', () => {
    openCard(VSPHERE.replaceAll('vcenter-b.example.com', 'vcenter-a.example.org'));
    expect(screen.getByRole('button', { name: 'vcenter-a.example.org' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'vcenter-a.example.com' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'vcenter-c' })).toBeDefined();
  });

  test('shows failure domains of no vCenter, and those with a problem', () => {
    openCard(VSPHERE.replace(/(zone: zone-3\n +server: )vcenter-c/, '$1vcenter-x'));
    const lost = screen.getByText('No vCenter').closest('div')!;
    expect(within(lost).getByRole('button', { name: 'fd-3' })).toBeDefined();
    expect(domain('fd-3').getByText('has a problem')).toBeDefined();
    expect(domain('fd-1').queryByText('has a problem')).toBeNull();
    expect(vcenter(/vcenter-c/).getByRole('button', { name: 'Add failure domain' })).toBeDefined();
  });

  test('marks datacenters that their vCenter does not list', () => {
    openCard(VSPHERE.replace('datacenter: dc-b', 'datacenter: dc-x'));
    expect(domain('fd-2').getByText('dc-x, not listed · cluster-b')).toBeDefined();
  });
});

describe('changes in the picture', () => {
  test('add a vCenter with a failure domain, and open it', async () => {
    const { user, now } = openCard();
    await user.click(screen.getByRole('button', { name: 'Add vCenter' }));
    expect(now().text).toContain('server: vcenter-4.example.com');
    expect(opened.mock.calls).toEqual([['vcenters', 3]]);
    expect(domain('fd-4').getByText('dc-4 · cluster')).toBeDefined();
  });

  test('add a failure domain to a vCenter, and open it', async () => {
    const { user } = openCard();
    await change(user, 'vcenter-b.example.com', 'Add failure domain');
    expect(vcenter(/vcenter-b/).getByRole('region', { name: 'Failure domain fd-4' })).toBeDefined();
    expect(opened.mock.calls).toEqual([['failure-domains', 3]]);
  });

  test('remove a failure domain, also from the zones', async () => {
    const { user, now } = openCard();
    await change(user, 'fd-2', 'Remove failure domain');
    expect(now().text).toContain('zones: [fd-1, fd-3]');
    expect(screen.queryByRole('region', { name: 'Failure domain fd-2' })).toBeNull();
    now().undo();
    await expect.poll(() => now().text).toBe(VSPHERE);
  });

  test('remove a vCenter with all of its failure domains', async () => {
    const { user, now } = openCard();
    await change(user, 'vcenter-c.example.com', 'Remove vCenter');
    expect(now().text).not.toMatch(/vcenter-c|fd-3/);
  });

  test('move a control plane machine, which trades places where it must', async () => {
    const { user, now } = openCard();
    await user.click(screen.getByRole('button', { name: 'master-2: move it' }));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['fd-1', 'fd-2master-1 goes the other way']);
    await user.click(within(menu).getByRole('menuitem', { name: /^fd-2/ }));
    expect(now().text).toContain('zones: [fd-1, fd-3, fd-2]');
    expect(domain('fd-2').getByText('master-2')).toBeDefined();
  });
});

describe('the quorum', () => {
  test('is at risk where two machines share a vCenter, and the card moves one', async () => {
    const { user, now } = openCard(AT_RISK);
    expect(screen.getByText('2 of 3 masters: losing vcenter-b loses quorum')).toBeDefined();
    const move = screen.getByRole('button', { name: 'Move master-2 to fd-3' });
    expect(screen.getByText(/vcenter-c\.example\.com would then hold control plane/)).toBeDefined();
    await user.click(move);
    expect(now().text).toContain('zones: [fd-1, fd-2, fd-3]');
    expect(screen.queryByText(/loses quorum/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Move master/ })).toBeNull();
  });

  test('is left at risk by a decision, which is not part of the text', async () => {
    const { user, now } = openCard(AT_RISK);
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(now().fields.kept).toHaveLength(1);
    expect(now().text).toBe(AT_RISK);
    expect(screen.queryByRole('button', { name: /^Move master/ })).toBeNull();
    // The picture still says it.
    expect(screen.getByText(/loses quorum/)).toBeDefined();
  });

  test('needs another failure domain where no move helps', async () => {
    const two = removeVCenter(readYaml(VSPHERE), 2).text;
    const { user, now } = openCard(two);
    expect(screen.getByText('Three places for three masters')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Add vCenter' }).at(-1)!);
    expect(now().text).toContain('vcenter-3.example.com');
  });

  test('is not mentioned while each machine has a vCenter of its own', () => {
    openCard();
    expect(screen.queryByText(/quorum/)).toBeNull();
  });
});
