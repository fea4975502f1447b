import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savePage, saveSvg } from './save-picture.ts';

/** Files that were given to the browser. */
const saved: { name: string; content: Promise<string>; type: string }[] = [];
const blobs = new Map<string, Blob>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:${blobs.size}`;
    blobs.set(address, blob as Blob);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void blobs.delete(address));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)!;
    saved.push({ name: this.download, content: blob.text(), type: blob.type });
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  saved.length = 0;
  blobs.clear();
});

test.each([
  [saveSvg, 'way.svg', 'image/svg+xml'],
  [savePage, 'way.html', 'text/html'],
])('a picture or page is saved under its name, and its memory is given back', async (save, name, type) => {
  save('<x/>', 'way');
  expect(saved.map((each) => [each.name, each.type])).toEqual([[name, type]]);
  expect(await saved[0]!.content).toBe('<x/>');
  expect(blobs.size).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(blobs.size).toBe(0);
});
