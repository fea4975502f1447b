import { yamlOf } from '../../../base/document/yaml-of.ts';
import type { CarriedCatalog } from '../../../contract/topics/operator-upgrades.ts';
import type { ContractReleaseChannel, UpgradeArchitecture } from '../../../contract/topics/upgrades.ts';
import { imageSetOf } from '../../../upgrade/answers/image-set-of.ts';
import { type WrittenPackages, withOperatorPackages } from './write-operator-packages.ts';
import { withReleaseChannels } from './write-release-channels.ts';

/** What an answer needs of a configuration. */
export interface UpgradeContent {
  channels: readonly ContractReleaseChannel[];
  operators: readonly CarriedCatalog[];
  architecture: UpgradeArchitecture;
}

/** A whole configuration with nothing else. */
export function newText({ channels, operators, architecture }: UpgradeContent): string {
  const written = imageSetOf({
    architecture,
    operators: [...operators],
    channels:
      channels.length === 0
        ? undefined
        : channels.map(({ name, minVersion, maxVersion, shortestPath }) => ({
            name,
            type: 'ocp' as const,
            shortestPath,
            full: false,
            ...(minVersion && { minVersion }),
            ...(maxVersion && { maxVersion }),
          })),
  });
  return yamlOf(written, { lineWidth: 0 });
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
