// Renders resources/icons/icon.svg for the window and the packages: PNG, ICO for Windows, ICNS for macOS.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { IconIcns, IconIco } from '@shockpkg/icon-encoder';
import { ROOT } from './run.ts';

export const ICON_DIRECTORY = join(ROOT, 'resources', 'icons');

/** Sizes in px of the icon theme on Linux (freedesktop.org Icon Theme Specification). */
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Types of ICNS entries and their sizes in px. Types for retina displays have twice the size of their name. */
const ICNS_SIZES = {
  ...{ icp4: 16, ic11: 32, icp5: 32, ic12: 64 },
  ...{ ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 },
};

let ready: Promise<void> | undefined;

/**
 * Returns the icon files by their path below `resources/icons`. The same SVG gives the same bytes on every host: the renderer
 * is WebAssembly and uses no fonts of the system.
 */
export async function renderIcons(svg: string): Promise<Map<string, Uint8Array>> {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  ready ??= readFile(wasm).then((module) => initWasm(module));
  await ready;
  const rendered = new Map<number, Uint8Array>();
  const png = (size: number): Uint8Array => {
    const known = rendered.get(size);
    if (known) return known;
    const image = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render();
    const bytes = image.asPng();
    image.free();
    rendered.set(size, bytes);
    return bytes;
  };
  const ico = new IconIco();
  for (const size of ICO_SIZES) await ico.addFromPng(png(size), null, true);
  const icns = new IconIcns();
  for (const [type, size] of Object.entries(ICNS_SIZES)) await icns.addFromPng(png(size), [type], true);
  return new Map([
    ['icon.png', png(512)],
    ['icon.ico', ico.encode()],
    ['icon.icns', icns.encode()],
    ...LINUX_SIZES.map((size): [string, Uint8Array] => [join('linux', `${size}x${size}.png`), png(size)]),
  ]);
}

if (import.meta.main) {
  const icons = await renderIcons(await readFile(join(ICON_DIRECTORY, 'icon.svg'), 'utf8'));
  await rm(join(ICON_DIRECTORY, 'linux'), { recursive: true, force: true });
  for (const [name, content] of icons) {
    await mkdir(dirname(join(ICON_DIRECTORY, name)), { recursive: true });
    await writeFile(join(ICON_DIRECTORY, name), content);
  }
}
