import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as vcenters } from '../../../core/app/vcenters/messages.ts';
import {
  type LookAlike,
  lookAlikeVCenter,
  PASSWORD,
  USER,
} from '../../../core/app/vcenters/vcenter.fixture.ts';
import { setValue } from '../../../core/base/document/edit/edit.ts';
import { readYaml } from '../../../core/base/document/yaml-text.ts';
import { PRESETS } from '../../../core/install/install-config/presets.ts';
import { certificateAuthority } from '../../../core/registry/access/loopback-servers.fixture.ts';
import { t as form } from '../../../renderer/install-config/form/messages.ts';
import { type App, expect, type Page, test } from '../../fixtures/app.ts';
import { button } from '../../fixtures/steps.ts';
import { section } from './install-config.fixture.ts';

/** Opens an install-config of one vCenter on the loopback interface. */
async function open(page: Page, app: App, { port }: LookAlike): Promise<void> {
  const file = join(app.directory, 'install-config.yaml');
  const datacenters = ['emea/dc1'];
  const vcenter = { server: '127.0.0.1', port, user: USER, password: PASSWORD, datacenters };
  const topology = {
    datacenter: 'emea/dc1',
    computeCluster: '/emea/dc1/host/c1',
    datastore: '/emea/dc1/datastore/nvme-l',
    networks: ['VM Network'],
  };
  const domain = { name: 'fd-1', region: 'r', zone: 'z', server: '127.0.0.1', topology };
  const preset = PRESETS.find(({ id }) => id === 'vsphere')!;
  const { text } = setValue(
    setValue(readYaml(preset.text), ['platform', 'vsphere', 'vcenters'], [vcenter]),
    ['platform', 'vsphere', 'failureDomains'],
    [domain],
  );
  await writeFile(file, text);
  const { id } = await app.ask('installConfig.start', { kind: 'file', file });
  await page.goto(app.url);
  await page.goto(app.at(`/install-config/vcenters?draft=${id}`));
}

test('all vCenters are tested, and a failure says what to do', async ({ page, app }) => {
  const authority = certificateAuthority(app.directory, 'Lab Root');
  await using vcenter = await lookAlikeVCenter(authority.issue('vcenter', 'IP:127.0.0.1'));
  await app.side('both');
  await open(page, app, vcenter);
  await section(page, form('vcentersSection'));
  const card = page.getByRole('region', { name: form('vcenterTestTitle'), exact: true });
  const address = `127.0.0.1:${vcenter.port}`;
  await expect(card).toContainText(form('testText', { addresses: address }));
  expect(vcenter.requests).toEqual([]);
  await button(card, form('testAllButton')).click();
  await expect(card).toContainText('CN=Lab Root');
  expect(vcenter.requests).toEqual([]);
  // As the remedy says.
  const folder = join(app.directory, 'home/.config/containers/certs.d', address);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ca.crt'), authority.cert);
  await button(card, form('testAllButton')).click();
  await expect(card).toContainText('/emea/dc1/datastore/nvme-l');
  await expect(card).toContainText(
    vcenters('objectSimilarRemedy', { kind: vcenters('datastore'), similar: 'nvme-1' }),
  );
  expect(vcenter.sessions.size).toBe(0);
  expect(app.log()).not.toContain(PASSWORD);
  expect(await page.content()).not.toContain(PASSWORD);
});
