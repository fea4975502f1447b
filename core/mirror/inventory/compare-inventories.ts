import type { Digest } from '../../base/image/digest.ts';
import type { RegistryInventory } from './inventory-file.ts';

/** An image that two inventories don't have alike. */
export interface InventoryDifference {
  /** `repository:tag` below the path of each registry. */
  image: string;
  /** Digest in the first inventory. Absent if it doesn't have the image. */
  first?: Digest;
  second?: Digest;
  /** Bytes of the image in the second inventory, or else in the first. */
  bytes: number;
}

/** The differences between two registries, or between two times of one registry. */
export interface InventoryComparison {
  /** Number of images that both serve with the same digest. */
  same: number;
  onlyFirst: InventoryDifference[];
  onlySecond: InventoryDifference[];
  changed: InventoryDifference[];
}

/** Compares the served images of two inventories by name, without the paths below the registries. Sorted by name. */
export function compareInventories(first: RegistryInventory, second: RegistryInventory): InventoryComparison {
  const [before, after] = [servedBy(first), servedBy(second)];
  const compared: InventoryComparison = { same: 0, onlyFirst: [], onlySecond: [], changed: [] };
  for (const image of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [left, right] = [before.get(image), after.get(image)];
    if (left?.digest === right?.digest) {
      compared.same++;
      continue;
    }
    const bytes = (right ?? left)!.bytes;
    const list = !right ? compared.onlyFirst : !left ? compared.onlySecond : compared.changed;
    list.push({ image, first: left?.digest, second: right?.digest, bytes });
  }
  return compared;
}

function servedBy({ registry, images }: RegistryInventory): Map<string, { digest: Digest; bytes: number }> {
  const prefix = registry.namespace && `${registry.namespace}/`;
  return new Map(
    images.flatMap(({ repository, tag, digest, bytes }) =>
      digest === undefined ? [] : [[`${repository.slice(prefix.length)}:${tag}`, { digest, bytes }]],
    ),
  );
}
