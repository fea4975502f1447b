import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { ToolsCard } from './tools-card.tsx';

const image = (platform: string, format: string, part: string, digit: string) => ({
  ...{ architecture: 'x86_64', platform, format, part, sha256: digit.repeat(64) },
  url: `https://rhcos.example.com/${platform}-${part}`,
});
const OVA = 'vmware ova (x86_64)';
const KERNEL = 'metal pxe kernel (x86_64)';

const FAILURE = new ContractError({
  ...{ code: 'digest-mismatch', level: 'error', message: 'Another SHA-256.', remedy: 'Choose another.' },
  problems: [],
});

test('lists boot images, checks downloaded files, and opens a fetch that attaches them', async () => {
  const { user, requested, address } = openScreen(<ToolsCard to="/data/tools" />, {
    'workspaces.list': { workspaces: [] },
    'releases.bootImages': {
      version: '4.18.9',
      images: [image('vmware', 'ova', 'disk', 'a'), image('metal', 'pxe', 'kernel', 'b')],
      problems: [],
    },
    'releases.checkBootImage': ({ file }) => (file === '/dl/wrong' ? FAILURE : { size: 10 }),
  });
  await user.clear(await screen.findByDisplayValue('/w'));
  await user.paste('/media/lab-0001');
  await user.click(screen.getByRole('button', { name: t('listBootImagesButton') }));
  expect(await screen.findByText('a'.repeat(64))).toBeDefined();
  expect(requested('releases.bootImages')).toMatchObject([{ from: '/media/lab-0001' }]);
  const check = async (name: string, file: string) => {
    await user.click(screen.getByRole('button', { name: t('attachImageButton', { image: name }) }));
    await user.click(screen.getByRole('combobox', { name: t('downloadedFileLabel', { image: name }) }));
    await user.paste(file);
    await user.click(screen.getByRole('button', { name: t('checkFileButton') }));
  };
  await check(OVA, '/dl/wrong');
  expect(await screen.findByText(t('checkFileFailedTitle'))).toBeDefined();
  expect(screen.queryByText(t('fetchWithFilesButton', { count: 1 }))).toBeNull();
  await user.click(screen.getByRole('button', { name: t('cancelFileButton') }));
  await check(OVA, '/dl/rhcos.ova');
  expect(await screen.findByText(t('fileMatches', { file: '/dl/rhcos.ova' }))).toBeDefined();
  await check(KERNEL, '/dl/kernel');
  expect(await screen.findByText(t('fileMatches', { file: '/dl/kernel' }))).toBeDefined();
  expect(requested('releases.checkBootImage')).toMatchObject([
    { file: '/dl/wrong', sha256: 'a'.repeat(64) },
    { file: '/dl/rhcos.ova', sha256: 'a'.repeat(64) },
    { file: '/dl/kernel', sha256: 'b'.repeat(64) },
  ]);
  await user.click(screen.getByRole('button', { name: t('fetchWithFilesButton', { count: 2 }) }));
  expect(new URL(address(), 'http://x').searchParams.getAll('attach')).toEqual([
    '/dl/rhcos.ova',
    '/dl/kernel',
  ]);
});
