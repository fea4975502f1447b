import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { OpenedRelease } from '../../../core/mirror/release-files/open-release.ts';
import type { ReleasePlace } from '../../../core/mirror/release-files/release-store.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf, parseDestination } from '../../../core/mirror/run/workflow.ts';
import type { TrustRequest } from '../../../core/mirror/sides/image-trust.ts';
import { hostFacts } from '../../terminal/host.ts';
import { integer, userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { networkOptions } from '../sources/network.ts';
import { t } from './messages.ts';

/** Adds the options that select a release and how its signature is verified. */
export function releaseOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return networkOptions(
    command
      .requiredOption('--from <file://DIR|docker://REGISTRY>', t('fromOption'))
      .option('--version <version>', t('versionOption'))
      .option('--max-nested-paths <number>', t('maxNestedPathsOption'), integer(0, 100), 0)
      .option('--signatures <file://DIR>', t('signaturesOption'))
      .option('--ignore-release-signature', t('ignoreReleaseSignatureOption'))
      .option('--secure-policy', t('securePolicyOption'))
      .option('--policy <file>', t('policyOption'))
      .option('--registries.d <directory>', t('registriesDOption')),
  );
}

/** Returns the values of {@link releaseOptions}. @throws AirlockError `usage` */
export function releaseRequest(options: Record<string, unknown>): TrustRequest & {
  from: ReleasePlace;
  version: string | undefined;
  ignoreReleaseSignature: boolean;
} {
  const given = options as {
    from: string;
    version?: string;
    maxNestedPaths: number;
    signatures?: string;
    ignoreReleaseSignature?: boolean;
    securePolicy?: boolean;
    policy?: string;
    'registries.d'?: string;
  };
  return {
    from: placeOf(given),
    version: given.version,
    ignoreReleaseSignature: given.ignoreReleaseSignature ?? false,
    securePolicy: given.securePolicy ?? false,
    policy: given.policy === undefined ? undefined : userPath(given.policy),
    registriesD: given['registries.d'] === undefined ? undefined : userPath(given['registries.d']),
  };
}

/** Reports whether the signature of a release was verified. */
export function sayVerdict(
  terminal: Terminal,
  { tag, digest, verdict }: Pick<OpenedRelease, 'tag' | 'digest' | 'verdict'>,
): void {
  const key = verdict.result === 'verified' ? (verdict.by ?? '') : undefined;
  terminal.say(
    'info',
    key === undefined ? t('releaseUnsigned', { tag, digest }) : t('releaseSigned', { tag, digest, key }),
  );
}

function placeOf(given: { from: string; maxNestedPaths: number; signatures?: string }): ReleasePlace {
  const { from, maxNestedPaths, signatures } = given;
  if (from.startsWith('docker://'))
    return {
      kind: 'registry',
      mirror: parseDestination(from),
      maxNestedPaths,
      signatures:
        signatures === undefined
          ? defaultStateDirectory(hostFacts())
          : userPath(directoryOf(signatures, '--signatures')),
    };
  if (!from.startsWith('file://')) throw new AirlockError('usage', t('fromInvalid', { from }));
  return { kind: 'sets', directory: userPath(directoryOf(from, '--from')) };
}
