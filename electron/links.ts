import { clipboard, dialog, shell } from 'electron';

/** Sites that may be opened in the user's browser; every other address can be copied. */
const SITES = ['redhat.com', 'openshift.com', 'openshift.io'];

/**
 * Shows an address that a page wants to open and leaves the choice to the user: on most hosts beside a gap it leads
 * nowhere, and copying it is what helps. Anything but https is ignored.
 */
export async function showLink(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return;
  const choices = [
    'Copy the address',
    ...(isKnownSite(url.hostname) ? ['Open in the browser'] : []),
    'Cancel',
  ];
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'This address is outside Airlock',
    detail: url.href,
    buttons: choices,
    defaultId: 0,
    cancelId: choices.length - 1,
    noLink: true,
  });
  if (choices[response] === 'Copy the address') await clipboard.writeText(url.href);
  else if (choices[response] === 'Open in the browser') await shell.openExternal(url.href);
}

function isKnownSite(host: string): boolean {
  return SITES.some((site) => host === site || host.endsWith(`.${site}`));
}
