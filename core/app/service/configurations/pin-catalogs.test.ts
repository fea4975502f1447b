import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTestService, type TestService } from '../service.fixture.ts';

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index';
const TEXT = `# the fleet
kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  operators:
    - catalog: ${CATALOG}:v4.16 # moves
`;

let service: TestService;
let workspace: string;
beforeAll(async () => {
  service = await newTestService();
  workspace = (await service.ask('practice.start', {})).workspace!;
}, 60_000);
afterAll(() => service?.[Symbol.asyncDispose]());

const pin = (text: string) =>
  service.ask('configurations.pin', { file: `${workspace}/isc.yaml`, text, ticket: 'pin' });

test('configurations.pin previews digests of catalogs, and changes nothing else', async () => {
  const pinned = await pin(TEXT);
  const [only] = pinned.pins;
  expect(pinned.pins).toHaveLength(1);
  expect(only).toMatchObject({ catalog: `${CATALOG}:v4.16`, targetTag: 'v4.16' });
  expect(only!.pinned).toMatch(new RegExp(`^${CATALOG}@sha256:[0-9a-f]{64}$`));
  expect(pinned.text).toContain('# the fleet');
  expect(pinned.text).toContain(`catalog: ${only!.pinned} # moves`);
  expect(pinned.difference).toContain(`-    - catalog: ${CATALOG}:v4.16 # moves`);
  expect(pinned.deletion).toContain('kind: DeleteImageSetConfiguration');
  expect(await pin(pinned.text)).toMatchObject({ pins: [], difference: '', text: pinned.text });
});

test('configurations.pin reports tags that do not exist, and invalid configurations', async () => {
  const missing = TEXT.replace('v4.16', 'v4.99');
  const failure = { file: `${workspace}/isc.yaml`, ticket: 'pin' };
  expect(await service.fail('configurations.pin', { ...failure, text: missing })).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('v4.99'),
  });
  expect(await service.fail('configurations.pin', { ...failure, text: 'kind: x' })).toMatchObject({
    code: 'config-invalid',
  });
});
