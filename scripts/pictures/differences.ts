import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Two pictures of a screen, compared. */
export interface Difference {
  file: string;
  /** `resized`: the pictures have different sizes. */
  state: 'changed' | 'resized' | 'new' | 'missing';
  /** Changed pixels, of all: 0 to 1. */
  share: number;
  /** The picture with its changed pixels in red, as a `data:` URL. */
  marked?: string;
}

/**
 * Counts the pixels that differ by more than the smoothing of text, and marks them in red. Uses nothing else: it also runs
 * in a page.
 * @param before bytes of RGBA pixels
 * @param after of the same size; becomes pale where it is equal
 */
export function markChanges(before: Uint8ClampedArray, after: Uint8ClampedArray): number {
  const tolerance = 24;
  let changed = 0;
  for (let at = 0; at < after.length; at += 4) {
    let distance = 0;
    for (let channel = 0; channel < 3; channel++)
      distance = Math.max(distance, Math.abs(before[at + channel]! - after[at + channel]!));
    const differs = distance > tolerance;
    if (differs) changed++;
    for (let channel = 0; channel < 3; channel++)
      after[at + channel] = differs ? (channel === 0 ? 224 : 0) : 160 + after[at + channel]! * 0.37;
  }
  return changed;
}

/** Compares all pictures of a folder with those of the previous run. Pictures that are equal aren't in the result. */
export async function compareFolders(page: Page, previous: string, current: string): Promise<Difference[]> {
  const [before, after] = await Promise.all([previous, current].map(picturesIn));
  const found: Difference[] = [];
  for (const file of before!) if (!after!.has(file)) found.push({ file, state: 'missing', share: 1 });
  for (const file of after!) {
    if (!before!.has(file)) {
      found.push({ file, state: 'new', share: 1 });
      continue;
    }
    const [old, now] = await Promise.all([previous, current].map((folder) => readFile(join(folder, file))));
    if (!old!.equals(now!)) found.push(...(await compare(page, file, old!, now!)));
  }
  return found.sort((a, b) => b.share - a.share);
}

async function compare(page: Page, file: string, old: Buffer, now: Buffer): Promise<Difference[]> {
  const urls = [old, now].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`);
  const script = `(async (urls) => {
    const pixels = async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return { canvas, context, data: context.getImageData(0, 0, canvas.width, canvas.height) };
    };
    const [before, after] = await Promise.all(urls.map(pixels));
    if (before.data.width !== after.data.width || before.data.height !== after.data.height) return undefined;
    const changed = (${String(markChanges)})(before.data.data, after.data.data);
    after.context.putImageData(after.data, 0, 0);
    return { share: changed / (after.data.data.length / 4), marked: after.canvas.toDataURL() };
  })(${JSON.stringify(urls)})`;
  const result = (await page.evaluate(script)) as { share: number; marked: string } | undefined;
  if (!result) return [{ file, state: 'resized', share: 1 }];
  return result.share === 0 ? [] : [{ file, state: 'changed', ...result }];
}

async function picturesIn(folder: string): Promise<Set<string>> {
  const names = await readdir(folder).catch(() => []);
  return new Set(names.filter((name) => name.endsWith('.png')).sort());
}

/** Writes a page with the differences, the largest first: previous picture, current picture, changed pixels. */
export async function writeReport(
  file: string,
  found: readonly Difference[],
  previous: string,
): Promise<void> {
  const rows = found.map(({ file: name, state, share, marked }) => {
    const columns = [
      state === 'new' ? '' : `<img src="${previous}/${name}" alt="previous">`,
      state === 'missing' ? '' : `<img src="${name}" alt="current">`,
      marked === undefined ? '' : `<img src="${marked}" alt="changed pixels">`,
    ];
    const text = state === 'changed' ? `${(share * 100).toFixed(2)} % changed` : state;
    return `<h2>${name}: ${text}</h2><div>${columns.join('')}</div>`;
  });
  const style = 'body{font:14px sans-serif}div{display:flex;gap:8px}img{width:32vw;border:1px solid #888}';
  const title = `Pictures that differ from the previous run: ${found.length}`;
  const head = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style>`;
  await writeFile(file, `${head}<h1>${title}</h1>\n${rows.join('\n')}\n`);
}
