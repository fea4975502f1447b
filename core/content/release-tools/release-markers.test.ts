import { describe, expect, it } from 'vitest';
import { toolWithPlaceholders } from '../../test-world/payload-files.ts';
import { MARKERS, type Marker, withValues } from './release-markers.ts';

async function replaced(
  bytes: Buffer,
  values: [Marker, string][],
  chunk = bytes.length,
): Promise<{ bytes: Buffer; missing: Marker[] }> {
  const pending = new Map(values);
  const parts: Buffer[] = [];
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  for await (const part of withValues(chunks(), pending)) parts.push(Buffer.from(part));
  return { bytes: Buffer.concat(parts), missing: [...pending.keys()] };
}

const VALUES: [Marker, string][] = [
  ['image', `mirror.example.com/openshift/release-images@sha256:${'a'.repeat(64)}`],
  ['version', '4.16.1'],
  ['architecture', 'linux/amd64'],
];

describe('withValues', () => {
  it('replaces every marker by its value and a NUL byte, at the same size, for chunks of any size', async () => {
    const tool = toolWithPlaceholders('openshift-install');
    const before = Buffer.from(tool);
    for (const chunk of [1, 7, 100, 303, 4096]) {
      const { bytes, missing } = await replaced(tool, VALUES, chunk);
      expect(missing).toEqual([]);
      expect(bytes).toHaveLength(tool.length);
      for (const [marker, value] of VALUES) {
        const at = tool.indexOf(MARKERS[marker]);
        expect(bytes.subarray(at, at + value.length + 1).toString('latin1')).toBe(`${value}\0`);
        // `oc` leaves the rest of the marker, so that the checksums are the same.
        const end = at + MARKERS[marker].length;
        expect(bytes.subarray(at + value.length + 1, end)).toEqual(tool.subarray(at + value.length + 1, end));
      }
    }
    expect(tool).toEqual(before);
  });

  it.each<[string, string, string]>([
    ['at the start', '{m}345678', '{v}345678'],
    ['at the end', '123456{m}', '123456{v}'],
    ['only the first of two', '1{m}2{m}3', '1{v}2{m}3'],
    ['none', '12345678', '12345678'],
  ])('replaces a marker %s (openshift/oc: Test_copyAndReplace)', async (_, input, expected) => {
    const text = (template: string, value: Buffer) =>
      Buffer.from(
        template.replaceAll('{m}', () => MARKERS.version.toString('latin1')),
        'latin1',
      )
        .toString('latin1')
        .replaceAll('{v}', () => value.toString('latin1'));
    const filled = Buffer.from(MARKERS.version);
    filled.write('4.16.1\0');
    for (const chunk of [1, 8, 1000]) {
      const { bytes, missing } = await replaced(
        Buffer.from(text(input, filled), 'latin1'),
        [['version', '4.16.1']],
        chunk,
      );
      expect(bytes.toString('latin1')).toBe(text(expected, filled));
      expect(missing).toEqual(input.includes('{m}') ? [] : ['version']);
    }
  });

  it('rejects a value that does not fit', async () => {
    const most = MARKERS.image.length - 1;
    const tool = toolWithPlaceholders('openshift-install');
    expect((await replaced(tool, [['image', 'x'.repeat(most)]])).missing).toEqual([]);
    await expect(replaced(tool, [['image', 'x'.repeat(most + 1)]])).rejects.toMatchObject({ code: 'usage' });
    await expect(replaced(tool, [['image', 'x\0y']])).rejects.toMatchObject({ code: 'usage' });
  });
});
