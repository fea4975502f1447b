import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../base/document/yaml-text.ts';
import { problemsOf } from '../model/install-config.fixture.ts';
import { validateInstallConfig } from '../validate-install-config.ts';
import { CLOUDS, cloudConfig } from './cloud-config.fixture.ts';
import { CLOUD_ROWS } from './cloud-rules.fixture.ts';
import { t } from './messages.ts';

describe.each(CLOUDS)('%s', (cloud) => {
  test('a valid file has no errors, and the verdict names the platform', () => {
    const { problems, unchecked } = validateInstallConfig(cloudConfig(cloud));
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
    expect(unchecked).toEqual({ platform: cloud, fields: [] });
  });

  test('settings of another type are an error', () => {
    const wrong = `platform.${cloud}: Invalid value: "array": ${t('wrongType', { found: 'array', type: 'object' })}`;
    const messages = problemsOf(cloudConfig(cloud, [[`platform.${cloud}`, []]])).map(
      ({ message }) => message,
    );
    expect(messages.filter((message) => message === wrong)).toHaveLength(1);
  });
});

test.each(CLOUD_ROWS)('%s: %j %s', (cloud, changes, message) => {
  const problems = problemsOf(cloudConfig(cloud, changes), { file: 'install-config.yaml' });
  const found = problems.find((problem) => problem.message.startsWith(message));
  expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
  expect(found).toMatchObject({ level: 'error', file: 'install-config.yaml' });
  expect(found!.line).toBeGreaterThan(0);
  expect(found!.remedy).not.toBe('');
});

test('names are read in any case, as by Go', () => {
  const document = cloudConfig('aws');
  const text = document.text.replace('region: eu-west-1', 'Region: eu-west-1');
  expect(problemsOf(readYaml(text)).filter(({ level }) => level === 'error')).toEqual([]);
});

test.each([
  ['aws', 'platform.aws.userProvisionedDNS', 'Enabled'],
  ['azure', 'platform.azure.customerManagedKey', {}],
  ['azure', 'platform.azure.defaultMachinePlatform.osDisk.securityProfile', {}],
  ['nutanix', 'controlPlane.platform.nutanix', { cpus: 4 }],
])('%s: the verdict lists %s, whose rules are not applied', (cloud, path, value) => {
  const { unchecked } = validateInstallConfig(cloudConfig(cloud, [[path, value]]));
  expect(unchecked).toEqual({ platform: cloud, fields: [path] });
});

test('on an unknown platform, nothing of the platform is checked', () => {
  const { unchecked } = validateInstallConfig(
    readYaml(cloudConfig('aws').text.replace(/^ {2}aws:/m, '  ovirt:')),
  );
  expect(unchecked).toEqual({ platform: 'ovirt', fields: ['platform.ovirt'] });
});

test('on OpenStack, VIPs have defaults, except with an own load balancer', () => {
  const none = [
    ['platform.openstack.apiVIPs', undefined],
    ['platform.openstack.ingressVIPs', undefined],
  ] as const;
  const errors = (changes: readonly (readonly [string, unknown])[]) =>
    problemsOf(cloudConfig('openstack', changes)).filter(({ level }) => level === 'error').length;
  expect(errors(none)).toBe(0);
  expect(errors([...none, ['platform.openstack.loadBalancer', { type: 'UserManaged' }]])).toBe(2);
});
