import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';
import { draftWith, openConfig, VSPHERE } from '../open-config.fixture.tsx';
import { t } from './messages.ts';
import { releaseMirror } from './release-mirror.ts';
import { ToolsCard } from './tools-card.tsx';
import { useConfig } from './use-config.tsx';

const MIRRORED = `${VSPHERE}imageDigestSources:
- source: quay.io/openshift-release-dev/ocp-release
  mirrors:
  - reg.lan:5000/ocp/openshift/release-images
`;
const IMAGE = `sha256:${'a'.repeat(64)}`;
const ANSWER = {
  ...{ version: '4.18.9', architecture: 'amd64', isOriginalName: true },
  installs: `reg.lan:5000/ocp/openshift/release-images@${IMAGE}`,
  files: [
    {
      ...{ name: 'oc', path: '/data/tools/oc', size: 2048, sha256: 'b'.repeat(64) },
      ...{ component: 'cli', image: IMAGE },
    },
  ],
  problems: [],
};

const FAILURE = new ContractError({
  ...{ code: 'usage', level: 'error', message: 'Several releases.', remedy: 'Select one.' },
  problems: [],
});

const Tools = () => <ToolsCard suggested={releaseMirror(useConfig().readable)} to="/data/tools" />;

const open = (text: string, answers: Answers = {}) =>
  openConfig(draftWith(text), <Tools />, answers, '/install-config/mirror?draft=d1');

test('extracts from the mirror of the configuration, and shows each file with its image', async () => {
  const { user, requested } = open(MIRRORED, { 'releases.extract': ANSWER });
  expect(screen.getByText(/^airlock release extract/).textContent).toBe(
    'airlock release extract --tools --iso --from docker://reg.lan:5000/ocp --to /data/tools',
  );
  await user.click(screen.getByRole('checkbox', { name: t('isoChoice') }));
  await user.selectOptions(screen.getByRole('combobox', { name: t('toolsArchLabel') }), 'arm64');
  await user.click(screen.getByRole('textbox', { name: t('toolsVersionLabel') }));
  await user.paste('4.18.9');
  expect(screen.getByText(/^airlock release boot-images/).textContent).toBe(
    'airlock release boot-images --from docker://reg.lan:5000/ocp --version 4.18.9 --arch arm64 --signatures file:///w',
  );
  await user.click(screen.getByRole('button', { name: t('extractButton') }));
  const table = within(await screen.findByRole('table'));
  expect(table.getByText(`cli@${IMAGE}`)).toBeDefined();
  expect(screen.getByText(t('installsText', { image: ANSWER.installs }))).toBeDefined();
  expect(screen.getByText(t('originalNameText'))).toBeDefined();
  expect(requested('releases.extract')).toEqual([
    {
      ...{ from: 'docker://reg.lan:5000/ocp', version: '4.18.9', architecture: 'arm64', signatures: '/w' },
      ...{ tools: true, iso: false, to: '/data/tools', ticket: expect.any(String) },
    },
  ]);
});

test('shows what failed, and needs a place and a choice', async () => {
  const { user } = open(MIRRORED, { 'releases.extract': FAILURE });
  await user.click(screen.getByRole('button', { name: t('extractButton') }));
  expect(await screen.findByText(t('extractFailedTitle'))).toBeDefined();
  await user.clear(screen.getByRole('combobox', { name: t('toolsFromLabel') }));
  expect(screen.getByRole('button', { name: t('extractButton') })).toHaveProperty('disabled', true);
  expect(screen.queryByText(/^airlock release/)).toBeNull();
});

test('finds a mirror with joined repository names, and sends the limit', async () => {
  const joined = MIRRORED.replace('/openshift/release-images', '/openshift-release-images');
  const { user, requested } = open(joined, { 'releases.extract': ANSWER });
  const limit = screen.getByRole('textbox', { name: t('toolsNestedLabel') });
  expect((limit as HTMLInputElement).value).toBe('2');
  await user.click(screen.getByRole('button', { name: t('extractButton') }));
  expect(requested('releases.extract')).toMatchObject([
    { from: 'docker://reg.lan:5000/ocp', maxNestedPaths: 2 },
  ]);
  expect(screen.getByText(/^airlock release extract/).textContent).toContain('--max-nested-paths 2');
  await user.clear(limit);
  await user.type(limit, 'x');
  expect(screen.getByRole('button', { name: t('extractButton') })).toHaveProperty('disabled', true);
});
