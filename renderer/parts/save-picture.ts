/** Gives a text or picture to the browser's own way of saving. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; the address holds the content in memory until it is given back.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveSvg(svg: string, name: string): void {
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** A whole page, to be printed or kept. */
export function savePage(html: string, name: string): void {
  saveFile(new Blob([html], { type: 'text/html' }), `${name}.html`);
}

/** Twice the size of the drawing, so that it prints well. @throws when the browser cannot draw it */
export async function savePng(svg: string, name: string): Promise<void> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth * 2;
  canvas.height = picture.naturalHeight * 2;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!drawn) throw new Error('the browser could not draw the picture');
  saveFile(drawn, `${name}.png`);
}
