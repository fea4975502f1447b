import { clipboard, dialog, shell } from 'electron';
import { t } from './messages.ts';

/** Sites that can be opened in the user's browser. All other addresses can only be copied. */
const SITES = ['redhat.com', 'openshift.com', 'openshift.io'];

/**
 * Shows a link that a page wants to open, and lets the user choose. On most hosts near an air gap the link isn't reachable,
 * so copying it is the default. Anything but https is ignored.
 */
export async function showLink(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return;
  const choices = [
    t('copyLinkButton'),
    ...(isKnownSite(url.hostname) ? [t('openLinkButton')] : []),
    t('cancelButton'),
  ];
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: t('linkTitle'),
    detail: url.href,
    buttons: choices,
    defaultId: 0,
    cancelId: choices.length - 1,
    noLink: true,
  });
  if (choices[response] === t('copyLinkButton')) await clipboard.writeText(url.href);
  else if (choices[response] === t('openLinkButton')) await shell.openExternal(url.href);
}

function isKnownSite(host: string): boolean {
  return SITES.some((site) => host === site || host.endsWith(`.${site}`));
}
