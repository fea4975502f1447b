import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { control, type Rig } from '../mirror.fixture.ts';
import type { RegistryInventory } from './inventory-file.ts';
import { type InventoryRequest, takeInventory } from './take-inventory.ts';

/** Takes the inventory of a registry with the records of pushes in the state folder of a rig. */
export async function inventoryOf(
  rig: Rig,
  host: string,
  { namespace = '', ...chosen }: Partial<InventoryRequest> & { namespace?: string } = {},
): Promise<RegistryInventory> {
  const { inventory } = await takeInventory(
    {
      ...{ destinationTlsVerify: false, retryTimes: 3, retryDelayMs: 20 },
      ...{ destination: { host, namespace }, stateDirectory: join(rig.directory, 'state'), ...chosen },
    },
    rig.host,
    control(),
  );
  return inventory;
}

/** Writes a configuration of the test world: its releases up to a number, operators, and a number of additional images. */
export async function selection(
  rig: Rig,
  { releases = 0, packages = [], images = 0 }: { releases?: number; packages?: string[]; images?: number },
): Promise<string> {
  const { catalog, additional, releases: all } = rig.world.inventory;
  const chosen = all.filter(({ architecture }) => architecture === 'amd64').slice(0, releases);
  const channel = {
    name: 'stable-4.16',
    minVersion: chosen[0]?.version,
    maxVersion: chosen.at(-1)?.version,
  };
  const file = `${rig.place('isc')}.yaml`;
  const content = {
    kind: 'ImageSetConfiguration',
    apiVersion: 'mirror.openshift.io/v2alpha1',
    mirror: {
      platform: releases > 0 ? { graph: true, channels: [channel] } : undefined,
      operators:
        packages.length > 0
          ? [{ catalog: catalog.source, packages: packages.map((name) => ({ name })) }]
          : undefined,
      additionalImages: additional.slice(0, images).map(({ source }) => ({ name: source })),
    },
  };
  await writeFile(file, JSON.stringify(content));
  return file;
}
