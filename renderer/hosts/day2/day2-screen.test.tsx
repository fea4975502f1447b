import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clusterJob } from '../../cluster/cluster.fixture.ts';
import { t as cluster } from '../../cluster/messages.ts';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { openHosts } from '../hosts-screen.fixture.tsx';
import { Day2View } from './day2-screen.tsx';

test('the policies of a change are applied with the hosts before and after it', async () => {
  const job = clusterJob({ id: 'dry', dryRun: true, status: 'done', ok: true, steps: [] });
  const { user, requested, now } = openHosts(fleet(4), <Day2View />, {
    'clusters.contexts': {
      files: ['/kube'],
      contexts: [{ name: 'lab', cluster: 'lab', server: 'https://lab', user: 'u', current: true }],
    },
    'jobs.list': { jobs: [job] },
    'clusters.applyPolicies': job,
  });
  expect(screen.queryByRole('region', { name: cluster('planTitle') })).toBeNull();
  const mtu = screen.getByLabelText(/MTU/);
  await user.clear(mtu);
  await user.type(mtu, '1400{Enter}');
  await user.click(await buttonThatIs('on', cluster('previewPlanButton')));
  const [given] = requested('clusters.applyPolicies');
  expect(given).toMatchObject({ dryRun: true, hosts: [3], overwrite: false, present: now().set });
  expect(JSON.stringify(given!.desired)).toContain('1400');
});
