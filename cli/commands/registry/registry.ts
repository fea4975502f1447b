import type { Command } from '@commander-js/extra-typings';
import { addRegistryCompare } from './compare.ts';
import { addRegistryInventory } from './inventory.ts';
import { t } from './messages.ts';
import { addRegistryServe } from './serve.ts';

export function addRegistry(program: Command): void {
  const registry = program.command('registry').description(t('registry'));
  addRegistryInventory(registry);
  addRegistryCompare(registry);
  addRegistryServe(registry);
}
