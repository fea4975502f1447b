import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as editor } from '../../renderer/editor/messages.ts';
import { t as hosts } from '../../renderer/hosts/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { openAt } from '../fixtures/steps.ts';

test('drafts and tables of a newer version are listed with the reason, and remain', async ({ page, app }) => {
  const config = join(app.directory, 'config', 'airlock');
  const newer = '{"format":9,"savedAt":"2026-11-28T12:00:00Z"}';
  for (const folder of ['drafts', 'install-configs', 'hosts']) {
    await mkdir(join(config, folder), { recursive: true });
    await writeFile(join(config, folder, 'newer.json'), newer);
  }
  await app.side('both');
  const drafts = editor('unreadableDraftsTitle', { count: 1 });
  const tables = hosts('unreadableTablesTitle', { count: 1 });
  for (const [place, title, folder] of [
    ['choose', drafts, 'drafts'],
    ['install-config', drafts, 'install-configs'],
    ['hosts', tables, 'hosts'],
  ] as const) {
    await openAt(page, app, `/${place}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(`${folder}/newer.json has format 9`)).toBeVisible();
    expect(await readFile(join(config, folder, 'newer.json'), 'utf8')).toBe(newer);
  }
});
