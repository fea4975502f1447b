import { expect, test } from 'vitest';
import { imagesWords } from './images.ts';
import { deliverableLines } from './import.ts';

test('signatures are counted as attachments, not as images', () => {
  const images = ['apps/a:sha256-0.sig', 'apps/a:v1', 'apps/b:v1'];
  const [signature] = images as [string];
  const release = { name: 'release 4.18.1', images, attached: [signature] };
  expect(deliverableLines([release])).toEqual([
    'release 4.18.1: 2 images and 1 attachment missing: apps/a:sha256-0.sig, apps/a:v1, apps/b:v1',
  ]);
  expect(imagesWords([release, { images: ['apps/c:v1'] }])).toBe('3 images and 1 attachment');
  expect(imagesWords([{ images: [signature], attached: [signature] }])).toBe('1 attachment');
  expect(imagesWords([{ images: ['apps/c:v1'] }])).toBe('1 image');
  expect(imagesWords([])).toBe('0 images');
});
