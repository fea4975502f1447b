import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import ManifestsScreen from './manifests-screen.tsx';
import { t } from './messages.ts';

const object = (kind: string, name: string, yaml: string) => ({
  ...{ apiVersion: 'v1', kind, name, namespace: 'openshift-config', yaml },
  ...{ file: `access/${name}.yaml`, purpose: `Purpose of ${name}`, effect: `Effect of ${name}` },
  restartsNodes: kind === 'Secret',
});
const PREVIEW = {
  ...{ enclave: 'lab', target: 'reg.lan:5000/ocp', run: '0004-20260101T000000Z', problems: [] },
  objects: [
    object('ConfigMap', 'registry-ca', 'kind: ConfigMap # with the CA\n'),
    object('Secret', 'pull-secret', 'kind: Secret # hidden\n'),
  ],
};

const open = (answers: Answers = {}, address = '/cluster/manifests') =>
  openScreen(
    <ManifestsScreen />,
    {
      'clusters.folders': {
        folders: [
          // A mirror to disk writes signatures, but has no push.
          { directory: '/w/config', pushedAt: '2026-01-02T00:00:00Z', root: '/w' },
          {
            directory: '/state/config',
            pushedAt: '2026-01-01T00:00:00Z',
            root: '/state',
            handoff: '/h.html',
          },
        ],
      },
      'clusters.previewManifests': PREVIEW,
      ...answers,
    },
    address,
  );
const path = async (label: string) => screen.findByRole('combobox', { name: new RegExp(`^${label}`) });

test('previews each object of the last push, and writes them', async () => {
  const { user, requested } = open({
    'clusters.writeManifests': {
      directory: '/out',
      files: ['a', 'b'],
      handoff: '/out/handoff.html',
      problems: [],
    },
  });
  await screen.findByDisplayValue('/state');
  await user.click(await path(t('trustBundleLabel')));
  await user.paste('/ca.pem');
  await user.click(await path(t('pullSecretLabel')));
  await user.paste('/pull-secret.json');
  await user.click(await buttonThatIs('on', t('previewButton')));
  await expectHeading(t('manifestsPreviewTitle', { objects: 2, target: 'reg.lan:5000/ocp' }));
  expect(requested('clusters.previewManifests')).toEqual([
    { from: '/state', trustBundle: '/ca.pem', pullSecret: '/pull-secret.json', icsp: false },
  ]);
  const table = within(screen.getByRole('table'));
  expect(table.getByText('Purpose of registry-ca')).toBeDefined();
  await user.click(table.getByRole('button', { name: 'Secret' }));
  expect(screen.getByText(t('secretHiddenNote'))).toBeDefined();
  const write = await buttonThatIs('off', t('writeButton', { files: 2 }));
  await user.click(await path(t('manifestsToLabel')));
  await user.paste('/out');
  expect(
    screen.getByText(
      'airlock cluster-config write --workspace file:///state --trust-bundle /ca.pem --pull-secret /pull-secret.json --to /out',
    ),
  ).toBeDefined();
  await user.click(write);
  const link = await screen.findByRole('link', { name: t('compareButton') });
  expect(link.getAttribute('href')).toBe('/cluster?directory=%2Fout');
  expect(requested('clusters.writeManifests')).toMatchObject([{ from: '/state', to: '/out' }]);
});

test('removes the preview when a field changes, and shows a failure', async () => {
  let fails = false;
  const { user } = open({ 'clusters.previewManifests': () => (fails ? failing('no push') : PREVIEW) });
  await user.click(await buttonThatIs('on', t('previewButton')));
  await screen.findByRole('table');
  await user.click(screen.getByRole('checkbox', { name: t('icspLabel') }));
  expect(screen.queryByRole('table')).toBeNull();
  fails = true;
  await user.click(await buttonThatIs('on', t('previewButton')));
  await screen.findByText('No push', { exact: false });
});

test('an audit record is written with --from-run', async () => {
  const record = '/state/.airlock/runs/0004-20260101T000000Z';
  const { user } = open({}, `/cluster/manifests?from=${encodeURIComponent(record)}`);
  await user.click(await buttonThatIs('on', t('previewButton')));
  await screen.findByText(`airlock cluster-config write --from-run ${record} --to config`);
});
