import { readHostTable } from '../hosts/host-table.ts';
import type { NmstateProblem } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import type { InventoryFile } from './machine.ts';
import { type Inventory, looksLikeInventory, readInventory } from './read-inventory.ts';

/**
 * Reads the hosts of inventories and tables. Inventories are read together, because a machine may be in several files.
 * `isInventory`: at least one file is an inventory. Never throws.
 */
export function readMachines(files: readonly InventoryFile[]): Inventory & { isInventory: boolean } {
  const inventories = files.filter(({ text }) => looksLikeInventory(text));
  const hosts: Host[] = [];
  const problems: NmstateProblem[] = [];
  let passwords = 0;
  for (const { path, text } of files.filter((file) => !inventories.includes(file))) {
    const table = readHostTable(text, { file: path });
    hosts.push(...table.hosts);
    problems.push(...table.problems);
    passwords += table.hosts.filter(({ bmc }) => bmc?.password !== undefined).length;
  }
  const inventory = readInventory(inventories);
  return {
    hosts: [...hosts, ...inventory.hosts],
    problems: [...problems, ...inventory.problems],
    passwords: passwords + inventory.passwords,
    isInventory: inventories.length > 0,
  };
}
