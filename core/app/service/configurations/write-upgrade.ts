import type { CarriedCatalog } from '../../../contract/topics/operator-upgrades.ts';
import type { ContractReleaseChannel, UpgradeArchitecture } from '../../../contract/topics/upgrades.ts';
import { type WrittenPackages, withOperatorPackages } from './write-operator-packages.ts';
import { withReleaseChannels } from './write-release-channels.ts';

/** What an answer needs of a configuration. */
export interface UpgradeContent {
  channels: readonly ContractReleaseChannel[];
  operators: readonly CarriedCatalog[];
  architecture: UpgradeArchitecture;
}

/** @throws AirlockError as `withReleaseChannels` and `withOperatorPackages` */
export function changedText(
  text: string,
  { channels, operators, architecture }: UpgradeContent,
  file: string,
): WrittenPackages {
  const released = channels.length === 0 ? text : withReleaseChannels(text, channels, { file, architecture });
  return operators.length === 0
    ? { text: released, notes: [] }
    : withOperatorPackages(released, operators, { file });
}
