import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { t } from '../core/app/vcenters/messages.ts';
import { testVCenter } from '../core/app/vcenters/test-vcenter.ts';
import type { VCenter } from '../core/install/install-config/model/model.ts';
import { certificateAuthority } from '../core/registry/access/loopback-servers.fixture.ts';
import { freePort } from '../core/registry/exchange/registry.fixture.ts';
import type { Program } from './peers.ts';
import { endProgram, logOf, startProgram } from './running-program.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { judgedBy } from './verdicts.ts';

const START_MS = 20_000;
// The REST API of vcsim rejects user names with an @, also from curl.
const USER = 'installer';
const PASSWORD = 'Never-Sh0wn!';
const NETWORKS = ['VM Network'];
/** Objects of the first datacenter that vcsim creates. */
const TOPOLOGY = {
  datacenter: 'DC0',
  computeCluster: '/DC0/host/DC0_C0',
  datastore: '/DC0/datastore/LocalDS_0',
  networks: NETWORKS,
};

/** Starts a simulated vCenter with two datacenters on loopback, and tests it once. */
async function tested(vcsim: Program, vcenter: VCenter, { trusted = true } = {}) {
  using folder = temporaryFolder('vcsim');
  for (const name of ['own', 'other']) mkdirSync(join(folder.path, name));
  const own = certificateAuthority(join(folder.path, 'own'), 'Lab Root');
  const other = certificateAuthority(join(folder.path, 'other'), 'Foreign Root');
  const { certFile, keyFile } = own.issue('vcenter', 'IP:127.0.0.1');
  const port = await freePort();
  const child = startProgram(vcsim, [
    ...['-l', `127.0.0.1:${port}`, '-username', USER, '-password', PASSWORD],
    ...['-dc', '2', '-cluster', '2', '-tlscert', certFile, '-tlskey', keyFile],
  ]);
  try {
    for (const begin = performance.now(); !logOf(child).includes('GOVC_URL'); await wait(20))
      if (child.exitCode !== null || performance.now() - begin > START_MS) throw new Error(logOf(child));
    return await testVCenter({
      config: {
        platform: {
          vsphere: {
            vcenters: [{ server: '127.0.0.1', port, user: USER, password: PASSWORD, ...vcenter }],
            failureDomains: [{ name: 'fd-1', server: '127.0.0.1', topology: TOPOLOGY }],
          },
        },
      },
      index: 0,
      host: {
        env: { SSL_CERT_FILE: (trusted ? own : other).certFile, SSL_CERT_DIR: join(folder.path, 'none') },
        ...{ home: folder.path, tool: 'airlock test' },
      },
      signal: new AbortController().signal,
    });
  } finally {
    await endProgram(child);
  }
}

await judgedBy('vcsim', ({ agrees }) => {
  agrees('accepts the login of a user, and has no lists of objects', async (vcsim) => {
    const { findings } = await tested(vcsim, {});
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect(findings.filter(({ level }) => level === 'ok').map(({ check }) => check)).toEqual([
      ...['route', 'name', 'connection', 'tls', 'login'],
    ]);
    const unchecked = findings.find(({ remedy }) => remedy === t('listsMissingRemedy'));
    expect(unchecked?.evidence).toEqual(Object.values(TOPOLOGY).flat());
  });

  agrees('rejects a wrong password', async (vcsim) => {
    const { findings, address } = await tested(vcsim, { password: 'wr0ng' });
    expect(findings.filter(({ level }) => level === 'error')).toMatchObject([
      { check: 'login', message: t('loginRejected', { host: address, user: USER, status: 401 }) },
    ]);
  });

  agrees('gets no login if its certificate is not trusted', async (vcsim) => {
    const { findings } = await tested(vcsim, {}, { trusted: false });
    expect(findings.filter(({ level }) => level === 'error')).toMatchObject([
      { check: 'tls', code: 'tls-unknown-issuer' },
    ]);
    expect(findings.some(({ check }) => check === 'login')).toBe(false);
  });
});
