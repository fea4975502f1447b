import { expect, test } from 'vitest';
import { applyTextEdits } from '../../../base/document/edit/text-edits.ts';
import { complete, PASSWORD, problemsOf, rule } from '../model/install-config.fixture.ts';
import { testRules } from './rules.fixture.ts';

const D = 'imageDigestSources';
const SOURCE = 'quay.io/openshift-release-dev/ocp-release';
const MIRROR = 'mirror.example.com:8443/ocp/release';
const sources = (source: string, mirror: string, more = {}) =>
  [[D, [{ source, mirrors: [mirror], ...more }]]] as const;
const good = { follows: sources(SOURCE, MIRROR) };

testRules([
  rule('vsphere', [['pullSecret', '']], 'pullSecret: Invalid value: "": unexpected end of JSON input'),
  rule(
    'vsphere',
    [['pullSecret', `'${PASSWORD}`]],
    'pullSecret: Invalid value: "********": invalid character looking for beginning of value',
  ),
  rule(
    'vsphere',
    [['pullSecret', `{"auths":${PASSWORD}`]],
    'pullSecret: Invalid value: "********": invalid JSON',
  ),
  rule('vsphere', [['pullSecret', '{"auths":{}}']], 'pullSecret: Invalid value: "********": auths required'),
  rule(
    'vsphere',
    [['pullSecret', '{"auths":{"a.example.com":{"email":"x"}}}']],
    'pullSecret: Invalid value: "********": "a.example.com" requires either auth or credsStore',
    { follows: [['pullSecret', '{"auths":{"a.example.com":{"credsStore":"x"}}}']] },
  ),
  rule(
    'vsphere',
    [['proxy.noProxy', 'example.com']],
    'proxy: Required value: must include httpProxy or httpsProxy',
    {
      follows: [['proxy.httpProxy', 'http://198.51.100.1:3128']],
    },
  ),
  rule(
    'vsphere',
    [['proxy.httpProxy', 'https://198.51.100.1']],
    'proxy.httpProxy: Unsupported value: "https": supported values: "http"',
    {
      follows: [['proxy.httpsProxy', 'https://198.51.100.1']],
    },
  ),
  rule(
    'vsphere',
    [['proxy.httpsProxy', 'socks://198.51.100.1']],
    'proxy.httpsProxy: Unsupported value: "socks": supported values: "http", "https"',
  ),
  rule(
    'vsphere',
    [['proxy.httpProxy', 'proxy']],
    'proxy.httpProxy: Invalid value: "proxy": parse error: invalid URI',
  ),
  rule(
    'vsphere',
    [['proxy.httpProxy', `http://user:${PASSWORD}@10.128.0.9:3128`]],
    'proxy.httpProxy: Invalid value: "http://***@10.128.0.9:3128": proxy value is part of the cluster networks',
  ),
  rule(
    'vsphere',
    [['proxy.httpProxy', 'http://172.30.0.9:3128']],
    'proxy.httpProxy: Invalid value: "http://172.30.0.9:3128": proxy value is part of the service networks',
  ),
  rule(
    'vsphere',
    [['proxy.httpProxy', 'http://100.64.0.9:3128']],
    'proxy.httpProxy: Invalid value: "http://100.64.0.9:3128": proxy value is part of the ovn-kubernetes IPv4 InternalJoinSubnet',
  ),
  rule(
    'vsphere',
    [
      ['proxy.httpProxy', 'http://198.51.100.1'],
      ['proxy.noProxy', 'a.com, b.com'],
    ],
    'proxy.noProxy: Invalid value: "a.com, b.com": noProxy must not have spaces',
    {
      follows: [
        ['proxy.httpProxy', 'http://198.51.100.1'],
        ['proxy.noProxy', '.a.com,192.0.2.0/24,192.0.2.1,b.com'],
      ],
    },
  ),
  rule(
    'vsphere',
    [
      ['proxy.httpProxy', 'http://198.51.100.1'],
      ['proxy.noProxy', 'a.com,*.b.com'],
    ],
    'proxy.noProxy: Invalid value: "a.com,*.b.com": each element of noProxy must be a IP, CIDR or domain without wildcard characters, which is violated by element 1 "*.b.com"',
    {
      follows: [
        ['proxy.httpProxy', 'http://198.51.100.1'],
        ['proxy.noProxy', '*'],
      ],
    },
  ),
  rule(
    'vsphere',
    sources(`${SOURCE}:4.18`, MIRROR),
    `${D}[0].source: Invalid value: "${SOURCE}:4.18": must be repository--not reference`,
    good,
  ),
  rule(
    'vsphere',
    sources(SOURCE, `${MIRROR}@sha256:${'a'.repeat(64)}`),
    `${D}[0].mirrors[0]: Invalid value: "${MIRROR}@sha256:${'a'.repeat(64)}": must be repository--not reference`,
    good,
  ),
  rule(
    'vsphere',
    sources(SOURCE, 'mirror.example.com/Ocp'),
    `${D}[0].mirrors[0]: Invalid value: "mirror.example.com/Ocp": failed to parse: invalid reference format`,
    good,
  ),
  rule(
    'vsphere',
    sources('Quay', MIRROR),
    `${D}[0].source: Invalid value: "Quay": the repository provided is invalid: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    { follows: sources('quay.io', 'mirror.example.com:8443') },
  ),
  rule(
    'vsphere',
    sources(SOURCE, MIRROR, { sourcePolicy: 'Never' }),
    `${D}[0].sourcePolicy: Invalid value: "Never": supported values are "NeverContactSource" and "AllowContactingSource"`,
    { follows: sources(SOURCE, MIRROR, { sourcePolicy: 'NeverContactSource' }) },
  ),
  rule(
    'vsphere',
    [[D, [{ source: SOURCE, sourcePolicy: 'NeverContactSource' }]]],
    `${D}[0].sourcePolicy: Invalid value: "NeverContactSource": sourcePolicy cannot be configured without a mirror`,
  ),
  rule(
    'vsphere',
    [['imageContentSources', [{ source: SOURCE, mirrors: [MIRROR] }]]],
    'imageContentSources is deprecated, please use ImageDigestSources',
    { ...good, level: 'warning' },
  ),
  rule(
    'vsphere',
    [['imageContentSources', [{ source: SOURCE, mirrors: [MIRROR] }]], ...sources(SOURCE, MIRROR)],
    'imageContentSources: Invalid value: "External": cannot set imageContentSources and imageDigestSources at the same time',
    good,
  ),
]);

test('the fix removes spaces from noProxy', () => {
  const document = complete('vsphere', [
    ['proxy.httpProxy', 'http://198.51.100.1'],
    ['proxy.noProxy', 'a.com, b.com'],
  ]);
  const fix = problemsOf(document).find(({ path }) => path === 'proxy.noProxy')?.fix;
  expect(fix?.edits).toHaveLength(1);
  expect(applyTextEdits(document.text, fix!.edits)).toContain('noProxy: "a.com,b.com"');
});
