import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savePage, saveSvg } from './save-picture.ts';

/** Files that the browser downloads. */
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
  [saveSvg, 'path.svg', 'image/svg+xml'],
  [savePage, 'path.html', 'text/html'],
])('a picture or page is saved under its name, and its memory is released', async (save, name, type) => {
  save('<x/>', 'path');
  expect(saved.map((each) => [each.name, each.type])).toEqual([[name, type]]);
  expect(await saved[0]!.content).toBe('<x/>');
  expect(blobs.size).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(blobs.size).toBe(0);
});
