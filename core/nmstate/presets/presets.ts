import { MORE_NETWORKS } from './more-networks.ts';
import { ONE_NETWORK } from './one-network.ts';
import type { Preset } from './preset.ts';

/** All presets, the most common ones first. */
export const PRESETS: readonly Preset[] = [...ONE_NETWORK, ...MORE_NETWORKS];

/** Returns a preset by its ID, in any spelling of its words. */
export function presetById(id: string): Preset | undefined {
  const key = id
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
  return PRESETS.find((one) => one.id === key || one.title.toLowerCase() === id.trim().toLowerCase());
}
