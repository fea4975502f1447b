import { withNamespace } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Ledger, LedgerContent } from '../../store/workspace/ledger.ts';
import { contentBelow, type RegistryPicture } from '../delete/plan/registry-picture.ts';
import type { Destination } from '../run/workflow.ts';
import type { InventoryImage, InventoryTransfer } from './inventory-file.ts';

/**
 * Returns the transfers that were pushed from this host, with the content that the registry no longer serves. A tag that a
 * later transfer moved counts only there.
 * @param ledgers the received transfers by enclave
 */
export function inventoryTransfers(
  ledgers: readonly Ledger[],
  images: readonly InventoryImage[],
  picture: RegistryPicture,
  { namespace }: Destination,
): InventoryTransfer[] {
  const served = contentBelow(picture.manifests.keys(), picture.manifests);
  // A push replaces catalogs by filtered ones, so the original images never reach the registry.
  const catalogs = new Set(
    images.flatMap(({ kind, digest, repository }) =>
      kind === 'operatorCatalog' && digest !== undefined ? [repository] : [],
    ),
  );
  const lostIn = (content: LedgerContent, ledger: Ledger): InventoryTransfer['lost'] => {
    const lost = content.links.filter(
      ({ repository, tag, digest }) =>
        ledger.link(repository, tag) === digest &&
        !served.has(digest) &&
        !catalogs.has(withNamespace(namespace, repository)),
    );
    if (lost.length === 0) return undefined;
    return {
      blobs: content.blobs.filter((digest: Digest) => !served.has(digest)),
      repositories: [...new Set(lost.map(({ repository }) => repository))],
    };
  };
  return ledgers.flatMap((ledger) =>
    ledger.transfers().map((transfer): InventoryTransfer => {
      const content = ledger.content(transfer.name)!;
      return {
        ...{ enclave: ledger.enclave, ...transfer, ...content },
        pushedAt: ledger.answer(transfer.name)?.at ?? transfer.created,
        lost: lostIn(content, ledger),
      };
    }),
  );
}

/** Returns the names of the transfers that contain each image, by `repository:tag` at the registry. */
export function transfersByName(
  ledgers: readonly Ledger[],
  { namespace }: Destination,
): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const ledger of ledgers)
    for (const { name } of ledger.transfers())
      for (const { repository, tag } of ledger.content(name)!.links) {
        const at = `${withNamespace(namespace, repository)}:${tag}`;
        names.set(at, [...(names.get(at) ?? []), name]);
      }
  return names;
}
