import { readFile } from 'node:fs/promises';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { clusterNeeds } from '../../cluster/config/cluster-needs.ts';
import { type ClusterObject, clusterObjects } from '../../cluster/config/cluster-objects.ts';
import { handoffSheet, type SheetPart } from '../../cluster/config/handoff-sheet.ts';
import type { MirrorPlace } from '../../cluster/config/known-content.ts';
import { authoritiesOfHost } from '../../cluster/config/mirror-authority.ts';
import { mergePullSecret } from '../../cluster/config/pull-secret.ts';
import { type WrittenManifest, writeConfig, writeHandoff } from '../../cluster/config/write-config.ts';
import { mirrorPullSecrets, readTrustBundle } from '../../cluster/install-files/mirror-settings.ts';
import { loadVerificationKeys } from '../../content/signature/verification-keys.ts';
import type { HostFacts } from '../run/request.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import { recordedPush } from './recorded-push.ts';

/** A request of `cluster-config write`. All paths are absolute. */
export interface WriteConfigRequest {
  /** Audit record, workspace or state folder: see {@link recordedPush}. */
  from: string;
  to: string;
  /** PEM file. Default: the CAs of this host for the registry alone. */
  trustBundle?: string;
  /** The cluster's pull secret, to which the login for the mirror is added. */
  pullSecret?: string;
  /** The file with that login. Default: the auth files of this host. */
  authFile?: string;
  openShiftVersion?: string;
  icsp?: boolean;
}

/** The written files. */
export interface WrittenConfig {
  directory: string;
  files: WrittenManifest[];
  handoff: { html: string; markdown: string };
  run: string;
  enclave: string;
  destination: MirrorPlace;
  problems: Problem[];
}

/** The objects that a cluster needs for a push, in a safe order. One may be a Secret. */
export interface ConfigOfPush {
  objects: ClusterObject[];
  sheet: SheetPart[];
  run: string;
  enclave: string;
  destination: MirrorPlace;
  problems: Problem[];
}

/**
 * Returns the objects that a cluster needs for a push, from all known content of its destination.
 * @throws AirlockError those of {@link recordedPush}; `config-unreadable` and `config-invalid` for files of
 *   the request, `usage` for a version
 */
export async function configOfPush(
  request: WriteConfigRequest,
  host: Pick<HostFacts, 'env' | 'home'>,
): Promise<ConfigOfPush> {
  const keys = await loadVerificationKeys(host.env.OCP_SIGNATURE_VERIFICATION_PK || undefined);
  const { known, run, pushedAt, images, releases } = await recordedPush(request.from, keys);
  const { enclave, destination } = known;
  const authorities =
    request.trustBundle === undefined
      ? authoritiesOfHost(destination.host, host)
      : await readTrustBundle(request.trustBundle);
  const pullSecret = await withLogin(request, destination, host);
  const needs = await clusterNeeds(known, {
    keys,
    authorities,
    pullSecret: pullSecret?.text,
    openShiftVersion: request.openShiftVersion,
    icsp: request.icsp || undefined,
  });
  const { objects, problems } = clusterObjects(needs);
  const sheet = handoffSheet(
    {
      ...{ enclave, run, pushedAt, images, directory: request.to },
      signatures: request.from === defaultStateDirectory(host) ? undefined : request.from,
      releases: known.releases.filter(({ digest }) => releases.includes(digest)),
    },
    needs,
    objects,
  );
  return {
    ...{ objects, sheet, run, enclave, destination },
    problems: [...(pullSecret?.problems ?? []), ...problems],
  };
}

/**
 * Writes the manifests of a push again, to another folder, for another cluster version, or with a CA and a login.
 * @throws AirlockError those of {@link configOfPush}; `disk`, `disk-full`
 */
export async function writeConfigOfPush(
  request: WriteConfigRequest,
  host: Pick<HostFacts, 'env' | 'home'>,
): Promise<WrittenConfig> {
  const { objects, sheet, ...push } = await configOfPush(request, host);
  const files = await writeConfig(request.to, objects);
  return { directory: request.to, files, handoff: await writeHandoff(request.to, sheet), ...push };
}

async function withLogin(
  { pullSecret: file, authFile }: WriteConfigRequest,
  { host: registry, namespace }: MirrorPlace,
  { env, home }: Pick<HostFacts, 'env' | 'home'>,
): Promise<{ text: string; problems: Problem[] } | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AirlockError('config-unreadable', unreadableReason(file, error), {
      at: { file },
    });
  });
  const repository = `${namespace ? `${namespace}/` : ''}openshift/release-images`;
  const { entries, problems } = await mirrorPullSecrets([{ host: registry, repository }], {
    ...{ env, home },
    authFile,
  });
  return { text: mergePullSecret(text, entries, file).text, problems };
}
