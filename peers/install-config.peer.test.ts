import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

import { mutantsOf } from '../core/base/document/mutants.fixture.ts';
import { readYaml } from '../core/base/document/yaml-text.ts';
import { CLOUDS, cloudConfig } from '../core/install/install-config/clouds/cloud-config.fixture.ts';
import { CLOUD_ROWS } from '../core/install/install-config/clouds/cloud-rules.fixture.ts';
import { installManifests } from '../core/install/install-config/manifests/install-manifests.ts';
import { complete } from '../core/install/install-config/model/install-config.fixture.ts';
import type { InstallMethod } from '../core/install/install-config/model/model.ts';
import { readInstallConfig } from '../core/install/install-config/model/read-install-config.ts';
import { PRESETS } from '../core/install/install-config/presets.ts';
import { validateInstallConfig } from '../core/install/install-config/validate-install-config.ts';
import { worked } from '../core/install/install-config/vsphere/worked.fixture.ts';
import { objectsIn } from './api-server.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

const DIRECTORY = new URL('../../shared/data/install-config/', import.meta.url).pathname;
const names = existsSync(DIRECTORY) ? readdirSync(DIRECTORY).filter((name) => /\.ya?ml/.test(name)) : [];
/** The release whose rules the peer has, and the one whose manifests it writes by default. */
const RELEASE = '4.20';
const MANIFEST_RELEASE = '4.19';

/** Errors that one side reports on purpose, by field and kind, with the reason for docs/proof.md. */
const EXPLAINED: readonly {
  by: 'airlock' | 'installer';
  errors: RegExp;
  reason: string;
}[] = [
  {
    by: 'installer',
    errors: /^(?:platform\.(?:ovirt|none\.fencingCredentials)|platform\.\w+\.userProvisionedDNS)\b/,
    reason: 'Airlock names these fields in its verdict as not checked.',
  },
  {
    by: 'installer',
    errors: /^fips: Forbidden/,
    reason: 'The answer depends on the host of the installer: its FIPS mode and its binary.',
  },
  {
    by: 'installer',
    errors: /^platform\.vsphere\.(?:vcenters\[0\]|failureDomains)/,
    reason: 'If vCenters are missing, the installer also lists the fields of the missing vCenter.',
  },
  {
    by: 'airlock',
    errors: /^platform\.vsphere\.failureDomains\.topology\.(?:networks|computeCluster): Required value/,
    reason:
      'For a file with the fields of 4.12, the installer finds the missing network and cluster only later, when it connects to the vCenter.',
  },
  {
    by: 'airlock',
    errors: /^platform\.vsphere\.vcenters: Required value/,
    reason:
      'Airlock reports the missing list. The installer reports the fields of one empty vCenter instead.',
  },
  {
    by: 'airlock',
    errors: /^platform\.baremetal\.hosts\[\d+\]\.bmc\./,
    reason: 'The installer checks access to hosts later, in its check for provisioning.',
  },
  {
    by: 'airlock',
    errors: /^proxy\.https?Proxy: Invalid value/,
    reason: 'Go accepts < and > in a host name. They are placeholders, such as http://<bastion>:3128.',
  },
  {
    by: 'airlock',
    errors:
      /^(?:platform|controlPlane\.replicas|compute): Invalid value|^bootstrapInPlace\.installationDisk: Required value/,
    reason:
      'The installer checks single-node clusters only when it creates the bootstrap configuration (verifyBootstrapInPlace).',
  },
];

interface Verdict {
  errors: string[];
  /** The text isn't an install-config, so that no other error was looked for. */
  unreadable: boolean;
}

/** Returns field and kind of an error: the rest quotes values, which Airlock masks. */
function kindOf(message: string): string {
  return message.split(': ').slice(0, 2).join(': ');
}

function verdictOf(messages: readonly string[]): Verdict {
  const unreadable = messages.some((message) => message.startsWith('failed to unmarshal'));
  return { unreadable, errors: [...new Set(messages.map(kindOf))].sort() };
}

function installer(program: Program, text: string): Verdict {
  const { stdout } = spawnSync(program.file, ['-'], {
    input: text,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });
  // The installer crashes on some lists with an entry without a value.
  if (stdout === '') return { unreadable: true, errors: ['panic'] };
  const { errors = [] } = JSON.parse(stdout) as { errors?: { message: string }[] };
  return verdictOf(errors.map(({ message }) => message));
}

function airlock(text: string, method: InstallMethod = 'installer'): Verdict {
  const { problems } = validateInstallConfig(readYaml(text), {
    method,
    openShiftVersion: RELEASE,
  });
  return verdictOf(
    problems
      .filter(({ code, level }) => level === 'error' && code !== 'install-config-unnoticed')
      .map(({ message }) => message),
  );
}

/** Returns the errors that only one side reports without an explanation. */
function unexplained(by: 'airlock' | 'installer', own: Verdict, other: Verdict): string[] {
  return own.errors.filter(
    (error) =>
      !other.errors.includes(error) && !EXPLAINED.some((each) => each.by === by && each.errors.test(error)),
  );
}

function expectSame(program: Program, text: string): void {
  const [theirs, ours] = [installer(program, text), airlock(text)];
  // The installer stops at the first value that it can't read. Airlock continues with the others.
  if (theirs.unreadable) {
    expect(ours.errors, text).not.toEqual([]);
    return;
  }
  expect({
    text,
    onlyInstaller: unexplained('installer', theirs, ours),
    onlyAirlock: unexplained('airlock', ours, theirs),
  }).toEqual({ text, onlyInstaller: [], onlyAirlock: [] });
}

/** A file for machines that the user creates: no workers, and addresses of a load balancer or none. */
const USER_PROVISIONED: [title: string, text: string][] = [
  [
    'without addresses',
    valid([...noWorkers(), ['    apiVIPs: [10.0.0.5]\n    ingressVIPs: [10.0.0.6]\n', '']]),
  ],
  [
    'with a load balancer of the user',
    valid([...noWorkers(), ['    apiVIPs:', '    loadBalancer: {type: UserManaged}\n    apiVIPs:']]),
  ],
  ['with workers', valid()],
];

function noWorkers(): [string, string][] {
  return [['replicas: 5', 'replicas: 0']];
}

/** Complete files: a preset or several vCenters, and changes of it. */
const COMPLETE: [title: string, text: string][] = [
  ...PRESETS.map(({ id }): [string, string] => [id, complete(id).text]),
  ['two vCenters', valid()],
  [
    'two vCenters with a proxy',
    `proxy: {httpProxy: 'http://proxy.example.lan:3128', noProxy: 'vc-a.example.lan,.lan'}\n${valid()}`,
  ],
  ['two vCenters without workers', valid([['replicas: 5', 'replicas: 0']])],
  ['three vCenters', threeVcenters()],
  ['two vCenters and addresses in other networks', valid([['apiVIPs: [10.0.0.5]', 'apiVIPs: [10.9.0.5]']])],
  [
    'two vCenters with an own join subnet',
    valid([
      [
        '  serviceNetwork:',
        '  ovnKubernetesConfig: {ipv4: {internalJoinSubnet: 100.99.0.0/16}}\n  serviceNetwork:',
      ],
    ]),
  ],
];

function valid(replace: Parameters<typeof worked>[0] = []): string {
  const text = worked(replace);
  return text.slice(0, text.indexOf('additionalTrustBundlePolicy')) + text.slice(text.indexOf('pullSecret'));
}

/** Each failure domain has its own vCenter and region. */
function threeVcenters(): string {
  const third = 'server: vc-c.example.lan';
  return valid([
    [
      ', datacenters: [DC2, DC3]}',
      `, datacenters: [DC2]}\n    - {${third}, user: u, password: p, datacenters: [DC3]}`,
    ],
    ['region: west, zone: west-2, server: vc-b.example.lan', `region: south, zone: south-1, ${third}`],
  ]);
}

/** Files whose mutants are compared: the presets, three vCenters, one of each cloud, and published ones. */
const MUTATED: [title: string, text: string][] = [
  ...COMPLETE.slice(0, PRESETS.length),
  ['three vCenters', threeVcenters()],
  ...CLOUDS.map((cloud): [string, string] => [cloud, cloudConfig(cloud).text]),
  ...names
    .filter((each) => /vsphere|vmware|baremetal|none/i.test(each))
    .slice(0, 2)
    .flatMap((name): [string, string][] => {
      const text = readFileSync(DIRECTORY + name, 'utf8');
      return readYaml(text).faults.length > 0 ? [] : [[name, text]];
    }),
];

const INFRA_ID = 'multi-8tpnt';

/** Returns the installer's manifests by path. Undefined: it rejects the file. */
function manifestsOf(program: Program, text: string): Map<string, object[]> | undefined {
  const { stdout, status } = spawnSync(program.file, ['-infra-id', INFRA_ID, 'manifests', '-'], {
    input: text,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });
  if (status !== 0) return undefined;
  const files = stdout.split(/^# (?=manifests\/\S+$)/m).slice(1);
  return new Map(
    files.map((file) => [file.slice(0, file.indexOf('\n')), filledObjects(file.slice(file.indexOf('\n')))]),
  );
}

/** Returns objects without empty fields: Go writes those that are unset. */
function filledObjects(text: string): object[] {
  return objectsIn(text).flatMap((object) => (withoutEmpty(object) as object | undefined) ?? []);
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object') return value || undefined;
  const entries = Object.entries(value ?? {}).flatMap(([key, child]) => {
    const kept = withoutEmpty(child);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function expectSameManifests(program: Program, text: string, method: InstallMethod = 'agent'): number {
  const theirs = manifestsOf(program, text);
  if (!theirs) return 0;
  const { files } = installManifests(readInstallConfig(text).config, {
    infraId: INFRA_ID,
    openShiftVersion: MANIFEST_RELEASE,
    method,
  });
  const ours = new Map(files.map((file) => [file.path, file.text]));
  for (const [path, objects] of theirs)
    expect([path, filledObjects(ours.get(path) ?? '')]).toEqual([path, objects]);
  return theirs.size;
}

await judgedBy('openshift-install', ({ agrees, differs, notRun }) => {
  if (names.length === 0)
    notRun('published files', "This host doesn't have the files of ../shared/data/install-config.");
  for (const [title, text] of COMPLETE)
    agrees(`writes the same manifests: ${title}`, (program, cases) => {
      const count = expectSameManifests(program, text);
      expect(count).toBeGreaterThan(3);
      cases(count);
    });
  for (const [title, text] of USER_PROVISIONED)
    agrees(`accepts user-provisioned machines and writes the same manifests: ${title}`, (program, cases) => {
      expect(installer(program, text)).toEqual({ unreadable: false, errors: [] });
      expect(airlock(text, 'user-provisioned').errors).toEqual([]);
      cases(expectSameManifests(program, text, 'user-provisioned'));
    });
  agrees('writes the same manifests for the published files that it accepts', (program, cases) => {
    let count = 0;
    for (const name of names) count += expectSameManifests(program, readFileSync(DIRECTORY + name, 'utf8'));
    expect(count > 0).toBe(names.length > 0);
    cases(count);
  });
  for (const name of names)
    agrees(`finds the same errors in ${name}`, (program) =>
      expectSame(program, readFileSync(DIRECTORY + name, 'utf8')),
    );
  for (const [title, text] of MUTATED)
    agrees(`accepts or rejects the same mutants: ${title}`, (program, cases) => {
      const mutants = mutantsOf(text);
      cases(mutants.length);
      const different = mutants.flatMap(({ change, text: mutant }) => {
        const [theirs, ours] = [installer(program, mutant), airlock(mutant)];
        if (theirs.errors.length > 0 && ours.errors.length > 0) return [];
        const only = [...unexplained('installer', theirs, ours), ...unexplained('airlock', ours, theirs)];
        return only.length > 0 ? [{ change, only }] : [];
      });
      expect(different).toEqual([]);
    });
  for (const [cloud, changes, message] of CLOUD_ROWS)
    agrees(`has the same errors: ${cloud}: ${message}`, (program) => {
      const { text } = cloudConfig(cloud, changes);
      expectSame(program, text);
      expect(installer(program, text).errors).toContain(kindOf(message));
    });
  for (const { by, errors, reason } of names.length > 0 ? EXPLAINED : [])
    differs(
      `errors that only ${by === 'airlock' ? 'Airlock' : 'the installer'} reports: \`${errors.source}\``,
      reason,
      (program) => {
        const found = names.some((name) => {
          const text = readFileSync(DIRECTORY + name, 'utf8');
          const verdicts = { installer: installer(program, text), airlock: airlock(text) };
          const other = by === 'airlock' ? verdicts.installer : verdicts.airlock;
          return verdicts[by].errors.some((error) => errors.test(error) && !other.errors.includes(error));
        });
        expect(found).toBe(true);
      },
    );
});
