import type { Rail } from '../operator/layout.ts';
import { railSvg } from '../operator/svg.ts';

/** The rails of a path, one below the other, as one picture. */
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
