import { test } from 'vitest';
import { expectMutants, mutantRule as rule } from '../../base/document/mutant-rules.fixture.ts';
import { CLOUD_CONFIGS, cloudConfigMutants } from './mutants.fixture.ts';
import { readCloudConfig } from './read-cloud-config.ts';

/** Functions of cloud-provider-vsphere. `peers/cloud-config.peer.test.ts` compares the same mutants with the provider. */
const VALIDATE = 'cloud-provider-vsphere: pkg/common/config/config_yaml.go: validateConfig';
const READ = 'cloud-provider-vsphere: pkg/common/config/config_yaml.go: ReadRawConfigYAML (yaml.v3)';
const INI = 'cloud-provider-vsphere: pkg/common/config/config_ini_legacy.go: ReadRawConfigINI (gcfg)';
const MISSING = 'removed|empty|misspelled';

const V = 'vcenter.vc-a.example.lan';
const NO_HOSTS = /^No Virtual Center hosts defined/;
const NO_SERVER = /^vsphere\.conf does not have the VirtualCenter IP address specified/;
const NO_ACCOUNT = /^(?:Username|Password) is missing/;

const RULES = [
  rule('vcenter', `${MISSING}|text`, NO_HOSTS, VALIDATE),
  rule(V, 'removed', NO_HOSTS, VALIDATE),
  rule(V, 'empty|text', NO_SERVER, VALIDATE),
  rule(`${V}.server`, MISSING, NO_SERVER, VALIDATE),
  rule(`${V}.user`, MISSING, /^Username is missing/, VALIDATE),
  rule(`${V}.password`, MISSING, /^Password is missing/, VALIDATE),
  rule('global|global.secretName|global.secretNamespace', MISSING, NO_ACCOUNT, VALIDATE),
  rule('global|labels|nodes', 'text', / must be a mapping$/, READ),
  rule(`global.port|${V}.port|${V}.soapRoundtripCount`, 'text', / must be an integer/, READ),
  rule('global.insecureFlag', 'broken|text', / must be true or false$/, READ),
  rule(`global.ipFamily|${V}.datacenters`, 'text', / must be a list of strings$/, READ),
  rule('Global', 'removed', /^expected section header/, INI),
  rule('Global', 'broken', NO_ACCOUNT, VALIDATE),
  rule('VirtualCenter', 'removed', NO_HOSTS, VALIDATE),
  rule('Global.secret-name|Global.secret-namespace', MISSING, NO_ACCOUNT, VALIDATE),
  rule('Global.insecure-flag', 'broken|text|empty', / must be true \(1, yes, on\)/, INI),
  rule('Global.soap-roundtrip-count', 'broken|text', / must be an integer/, INI),
  rule('Global.soap-roundtrip-count', 'empty', /requires a number$/, INI),
  rule('Global.ip-family', 'broken|text', /Invalid IP Family type$/, VALIDATE),
];

test('rejects the mutants of a cloud configuration that the cloud provider rejects, and no others', () =>
  expectMutants(
    CLOUD_CONFIGS,
    RULES,
    (text) =>
      readCloudConfig(text)
        .problems.filter(({ level }) => level === 'error')
        .map(({ message }) => message),
    { mutants: cloudConfigMutants },
  ));
