import { t as checks } from '../../../core/install/install-config/checks/messages.ts';
import { t as drafts } from '../../../renderer/editor/messages.ts';
import { t as form } from '../../../renderer/install-config/form/messages.ts';
import { t } from '../../../renderer/install-config/messages.ts';
import { expect, type Locator, type Page, test } from '../../fixtures/app.ts';
import { ANY, containing, matching } from '../../fixtures/messages.ts';
import { button, sentence } from '../../fixtures/steps.ts';
import { clean, INVALID, PASSWORD, put, removal, section, start, token } from './install-config.fixture.ts';

/** The field of an error, in front of the words of openshift-install. */
const SERVER_PROBLEM = /platform\.vsphere\.vcenters\S*\.server: /;
/** A datacenter that its vCenter doesn't list. */
const UNLISTED = containing(
  checks('datacenterUnlisted', { datacenter: 'dc-z', domain: 'fd-1', server: ANY }),
);

test('three faults in the YAML are fixed in the form', async ({ page, app }) => {
  await start(page, app);
  await button(page, t('startButton')).click();
  await expect(sentence(page)).toHaveText(INVALID);
  await button(page, t('yamlButton')).click();
  const editor = page.getByRole('textbox', { name: 'install-config.yaml' });
  await expect(editor).toContainText('apiVersion');
  // A datacenter that is not listed, which the installer doesn't detect.
  await section(page, form('domainsSection'));
  await put(page, form('datacenterLabel'), 'dc-z');
  await expect(page.getByText(form('undetected')).first()).toBeVisible();
  const list = page.getByRole('region', { name: form('domainsSection'), exact: true });
  await expect(list).toContainText(UNLISTED);
  await button(list, checks('addFix', { value: 'dc-z' })).click();
  await expect(list).not.toContainText(UNLISTED);

  // A server that isn't a valid host name, typed in the YAML.
  await section(page, form('vcentersSection'));
  await replaceInEditor(page, editor, 'vcenter-a.example.com\n', 'https://vcenter-a.example.com\n');
  const vcenters = page.getByRole('region', { name: form('vcentersSection'), exact: true });
  await expect(vcenters).toContainText(SERVER_PROBLEM);
  await put(page, form('serverLabel'), 'vcenter-a.example.com');
  await expect(vcenters).not.toContainText(SERVER_PROBLEM);
  await expect(editor).toContainText('server: vcenter-a.example.com');

  // An address outside of the machine network.
  await section(page, form('networkingSection'));
  const networking = page.getByRole('region', { name: form('networkingSection'), exact: true });
  await button(networking, removal('192.0.2.2', form('apiVipsLabel'))).click();
  await token(page, form('apiVipsLabel'), '198.51.100.7');
  await expect(networking).toContainText(
    containing(checks('vipOutside', { vip: '198.51.100.7', networks: ANY })),
  );
  await button(networking, removal('198.51.100.7', form('apiVipsLabel'))).click();
  await token(page, form('apiVipsLabel'), '192.0.2.2');
  await expect(networking).not.toContainText('198.51.100.7');

  // A text that can't be parsed blocks the form, and undo restores it.
  await replaceInEditor(page, editor, 'platform:', 'platform: [');
  await expect(sentence(page)).toHaveText(form('unreadableTitle'));
  await button(page, drafts('undoLastButton')).click();
  await expect(sentence(page)).toHaveText(INVALID);

  // A password in the text moves to the engine when the focus leaves the editor.
  await replaceInEditor(page, editor, "password: ''", `password: ${PASSWORD}`);
  await sentence(page).click();
  await expect(editor).toContainText('password: secret-in-memory-');
  await clean(page, app);
});

test('a warning is accepted, and a draft survives an engine restart without its secrets', async ({
  page,
  app,
}) => {
  await start(page, app);
  await button(page, t('startButton')).click();
  await section(page, form('vcentersSection'));
  await page.getByRole('textbox', { name: form('passwordLabel'), exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: form('passwordLabel'), exact: true }).press('Enter');
  await expect(page.getByText(form('secretStored')).first()).toBeVisible();
  await section(page, form('mirrorSection'));
  const [errors, open] = [...(await sentence(page).textContent())!.matchAll(/\d+/g)].map(Number) as [
    number,
    number,
  ];
  const left = form('invalidWarningsTitle', { errors, warnings: open - 1 });
  await button(page, form('acceptButton')).first().click();
  await expect(sentence(page)).toHaveText(left);
  await expect(page.getByText(matching(drafts('draftSavedAt', { time: ANY })))).toBeVisible();
  process.kill(await app.enginePid(), 'SIGKILL');
  await section(page, form('secretsSection'));
  await expect.poll(() => app.enginePid().catch(() => 0)).toBeGreaterThan(0);
  await page.reload();
  // The password is missing again.
  await expect(sentence(page)).toHaveText(
    form('invalidWarningsTitle', { errors: errors + 1, warnings: open - 1 }),
  );
  await expect(page.getByText(form('secretLost')).first()).toBeVisible();
  await clean(page, app);
});

/** Changes the first occurrence of a text in the editor. */
async function replaceInEditor(page: Page, editor: Locator, from: string, to: string): Promise<void> {
  const line = editor.locator('.cm-line', { hasText: from.trim() }).first();
  await line.scrollIntoViewIfNeeded();
  const text = (await line.textContent())!;
  await line.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText(text.replace(from.trim(), to.trim()));
}
