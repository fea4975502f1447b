import { t } from './messages.ts';

/** Saves a text or picture as a download of the browser. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then. Until it is revoked, the address keeps the content in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveSvg(svg: string, name: string): void {
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** Saves an HTML page, for printing or archiving. */
export function savePage(html: string, name: string): void {
  saveFile(new Blob([html], { type: 'text/html' }), `${name}.html`);
}

/** Saves a drawing at twice its size, so that it prints well. @throws when the browser can't draw it */
export async function savePng(svg: string, name: string): Promise<void> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth * 2;
  canvas.height = picture.naturalHeight * 2;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!drawn) throw new Error(t('pictureError'));
  saveFile(drawn, `${name}.png`);
}
