import { test } from 'vitest';
import { expectMutants, mutantRule as rule } from '../../base/document/mutant-rules.fixture.ts';
import { parseImageSet } from './load-image-set.ts';

const COMPLETE = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
archiveSize: 8
mirror:
  platform:
    graph: true
    architectures: [amd64]
    channels:
    - {name: stable-4.18, type: ocp, minVersion: 4.18.1, maxVersion: 4.18.9, shortestPath: true, full: false}
  operators:
  - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
    targetCatalog: mirror/rh-index
    targetTag: v4.18-a
    full: false
    packages:
    - name: elasticsearch-operator
      defaultChannel: stable-5.8
      channels: [{name: stable-5.8, minVersion: 5.8.1}]
  additionalImages:
  - {name: registry.redhat.io/ubi9/ubi:latest, targetRepo: base/ubi9, targetTag: "1"}
  - {name: quay.io/a/b:1, platforms: [{os: linux, architecture: arm64}]}
  helm:
    repositories:
    - name: podinfo
      url: https://example.org/podinfo
      charts: [{name: podinfo, version: 5.0.0, imagePaths: ["{.spec.x[*].image}"]}]
    local: [{name: mychart, path: /charts/mychart.tgz}]
  blockedImages:
  - name: aws
`;
const PACKAGE_BOUNDS = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  operators:
  - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
    packages:
    - {name: foo, minVersion: 1.0.0, maxVersion: 1.2.0}
  blockedImages:
  - name: (aws)
`;

/** Rules of oc-mirror v2 (internal/pkg/config) by file and function. */
const VALIDATE = 'oc-mirror: internal/pkg/config/validate.go';
const LOAD = 'oc-mirror: internal/pkg/config/load.go';
const P = 'mirror.operators.N.packages';
const I = 'mirror.additionalImages.N.platforms.N';

const RULES = [
  rule('kind', 'removed|misspelled', /^configuration missing `kind`/, `${LOAD}: ReadConfig`),
  rule('kind', 'empty|broken', /^cannot parse ".*" as "ImageSetConfiguration"/, `${LOAD}: ReadConfig`),
  rule('mirror', 'removed|misspelled', /^configuration missing the `mirror` stanza/, `${LOAD}: ReadConfig`),
  {
    change: / misspelled$/,
    error: /^unknown field "\w+x" (?:in|at)/,
    upstream: `${LOAD}: LoadConfig (DisallowUnknownFields)`,
  },
  {
    change: / text$/,
    error: / must be .*, found the text "text"$/,
    upstream: `${LOAD}: LoadConfig (encoding/json)`,
  },
  {
    change: /\.(?:graph|shortestPath|full) broken$/,
    error: / must be true or false/,
    upstream: `${LOAD}: LoadConfig (encoding/json)`,
  },
  rule(
    'mirror.platform.channels.N',
    'duplicated',
    /^release channel "stable-4\.18": duplicate found/,
    `${VALIDATE}: validateReleaseChannels`,
  ),
  rule(
    'mirror.operators.N',
    'duplicated',
    /^catalog ".*": duplicate found in configuration/,
    `${VALIDATE}: validateOperatorOptions`,
  ),
  rule(
    'mirror.operators.N',
    'empty',
    /isn't a valid catalog reference/,
    `${VALIDATE}: validateOperatorOptions (GetUniqueName)`,
  ),
  rule(
    'mirror.operators.N.catalog',
    'removed|empty',
    /isn't a valid catalog reference/,
    `${VALIDATE}: validateOperatorOptions (GetUniqueName)`,
  ),
  rule(`${P}.N`, 'duplicated', /duplicate package entry/, `${VALIDATE}: validateOperator`),
  rule(`${P}.N.channels.N`, 'duplicated', /duplicate channel entry/, `${VALIDATE}: validatePackageChannels`),
  rule(
    I,
    'empty',
    /platform OS must not be empty/,
    'oc-mirror: internal/pkg/additional/local_stored_collector.go',
  ),
  rule(
    `${I}.os`,
    'removed|empty',
    /platform OS must not be empty/,
    'oc-mirror: internal/pkg/additional/local_stored_collector.go',
  ),
  rule(
    `${I}.architecture`,
    'removed|empty',
    /platform architecture must not be empty/,
    'oc-mirror: internal/pkg/additional/local_stored_collector.go',
  ),
];

test('rejects the mutants of an image set configuration that oc-mirror rejects, and no others', () =>
  expectMutants({ COMPLETE, PACKAGE_BOUNDS }, RULES, (text) =>
    parseImageSet(text, 'isc.yaml')
      .problems.filter(({ level }) => level === 'error')
      .map(({ message }) => message),
  ));
