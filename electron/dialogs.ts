import { type BrowserWindow, dialog, type FileFilter } from 'electron';
import type { RequestOutput, RequestParsed } from '../core/contract/contract.ts';

/** Lets the user pick a path in the system's own dialog. Without `path`: it was canceled. */
export async function pickPath(
  window: BrowserWindow,
  { kind, title, startAt, extensions }: RequestParsed<'paths.pick'>,
): Promise<RequestOutput<'paths.pick'>> {
  const filters: FileFilter[] =
    extensions.length === 0
      ? []
      : [{ name: extensions.map((e) => `*.${bare(e)}`).join(', '), extensions: extensions.map(bare) }];
  const options = { title, filters, defaultPath: startAt || undefined };
  if (kind === 'save') {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      ...options,
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return canceled || !filePath ? {} : { path: filePath };
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...options,
    properties: kind === 'directory' ? ['openDirectory', 'createDirectory'] : ['openFile'],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? {} : { path };
}

function bare(extension: string): string {
  return extension.replace(/^\*?\./, '');
}
