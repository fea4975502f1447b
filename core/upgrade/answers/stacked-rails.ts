import type { OperatorRail } from '../../contract/topics/operator-upgrades.ts';
import { type Rail, railOf } from '../operator/layout.ts';
import type { OperatorPath } from '../operator/path.ts';
import type { OperatorCatalog } from '../operator/prepared-catalog.ts';
import { railSvg } from '../operator/svg.ts';

/** Returns the channels of a path, each once for each catalog. A path without hops has none. */
export function railsOf(
  catalogs: readonly OperatorCatalog[],
  { path, hops }: Pick<OperatorPath, 'path' | 'hops'>,
): OperatorRail[] {
  const rails = new Map<string, OperatorRail>();
  for (const { catalog, channel, from, fromVersion } of hops) {
    const key = `${catalog} ${channel}`;
    const found = catalogs.find(({ name }) => name === catalog)?.package;
    if (!found || rails.has(key)) continue;
    const rail = railOf(found, channel, {
      hops: hops.filter((hop) => hop.catalog === catalog),
      installed: from === path[0] ? { name: from, version: fromVersion } : undefined,
    });
    if (!('faults' in rail)) rails.set(key, { ...rail, catalog });
  }
  return [...rails.values()];
}

/** Returns the rails of a path as one picture, one below the other. */
export function stackedSvg(rails: readonly Rail[]): string {
  const pictures = rails.map(railSvg);
  const sizes = pictures.map((picture) => {
    const [, width = '0', height = '0'] = / width="([\d.]+)" height="([\d.]+)">/.exec(picture) ?? [];
    return { width: Number(width), height: Number(height) };
  });
  const [only] = pictures;
  if (only !== undefined && pictures.length === 1) return only;
  const width = Math.max(0, ...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  let y = 0;
  const parts = pictures.map((picture, position) => {
    const placed = picture.replace('<svg ', `<svg y="${y}" `);
    y += sizes[position]!.height;
    return placed;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n${parts.join('')}</svg>\n`;
}
