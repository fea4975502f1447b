import { basename } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { clusterNeeds } from '../../cluster/config/cluster-needs.ts';
import { clusterObjects, signatureObjects } from '../../cluster/config/cluster-objects.ts';
import { type MirroredRelease, mirroredRelease } from '../../cluster/config/extract-command.ts';
import { handoffSheet } from '../../cluster/config/handoff-sheet.ts';
import {
  type KnownContent,
  type MirrorPlace,
  type PushedContent,
  readKnown,
  withPush,
  writeKnown,
} from '../../cluster/config/known-content.ts';
import { authoritiesOfHost } from '../../cluster/config/mirror-authority.ts';
import { configDirectory, writeConfig, writeHandoff } from '../../cluster/config/write-config.ts';
import {
  type VerificationKeys,
  verificationKeysWhenNeeded,
} from '../../content/signature/verification-keys.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';
import { t } from '../messages.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import { knownFromRecords } from './known-from-records.ts';

/**
 * Records the content of a push, and writes the manifests for clusters with the handoff sheet of this run, to
 * `config/` of the state folder or the folder of the request.
 * @param options.reported codes of problems that were reported before
 * @returns the folder, the sheet, and the latest release of this run at the mirror
 */
export async function writeClusterConfig(options: {
  workspace: Workspace;
  request: Pick<MirrorRequest, 'enclave' | 'configDirectory'>;
  host: HostFacts;
  destination: MirrorPlace;
  pushed: Omit<PushedContent, 'run'>;
  /** Folder of the audit record. */
  record: string;
  images: { total: number; failed: number };
  reported: ReadonlySet<string>;
  emit: EmitRunEvent;
}): Promise<{ config: string; handoff: string; release?: MirroredRelease }> {
  const { workspace, request, host, destination, images, reported, emit } = options;
  const { enclave } = request;
  const keys = await verificationKeysWhenNeeded(host.env.OCP_SIGNATURE_VERIFICATION_PK);
  const pushed = { ...options.pushed, run: basename(options.record) };
  const before = await knownBefore({ workspace, enclave, destination, keys, emit });
  const known = withPush(before, { enclave, destination }, pushed);
  await writeKnown(workspace.state, known);
  await keepSignatures(workspace, pushed);

  const authorities = authoritiesHere(destination.host, host, emit);
  const needs = await clusterNeeds(known, {
    keys: known.releases.length > 0 ? await keys() : [],
    authorities,
  });
  const { objects, problems } = clusterObjects(needs);
  for (const problem of problems) if (!reported.has(problem.code)) emit({ type: 'problem', problem });
  const config = request.configDirectory ?? configDirectory(workspace.root);
  await writeConfig(config, objects);
  const ofRun = pushed.images.filter(({ kind }) => kind === 'ocpRelease').map(({ digest }) => digest);
  const signatures = workspace.root === defaultStateDirectory(host) ? undefined : workspace.root;
  const releases = known.releases.filter(({ digest }) => ofRun.includes(digest));
  const sheet = handoffSheet(
    {
      ...{ enclave, images, directory: config, signatures, releases },
      ...{ run: known.lastRun, pushedAt: known.pushedAt },
    },
    needs,
    objects,
  );
  const { html } = await writeHandoff(config, sheet);
  const [latest] = releases.sort((a, b) => b.tag.localeCompare(a.tag, 'en', { numeric: true }));
  const release = latest && mirroredRelease(latest, destination, signatures);
  return { config, handoff: html, release };
}

/** Returns the CAs of the host. A damaged file of certs.d doesn't fail a finished push. */
function authoritiesHere(name: string, host: HostFacts, emit: EmitRunEvent): string | undefined {
  try {
    return authoritiesOfHost(name, host);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    emit({ type: 'problem', problem: { ...error.toJSON(), level: 'warning' } });
    return undefined;
  }
}

/** Saves signatures that came with a set, which may be removed before they are needed again. */
async function keepSignatures(
  { files }: Workspace,
  { images, signatures }: Pick<PushedContent, 'images' | 'signatures'>,
): Promise<void> {
  for (const { digest, kind, destination } of images) {
    const [message] = (kind === 'ocpRelease' && signatures.get(digest)) || [];
    if (message && (await savedSignatures(files, digest)).length === 0)
      await files.write(`signatures/${destination.tag}-sha256-${hexOf(digest)}`, message);
  }
}

/**
 * Writes the signatures of a mirror to disk, before the registry of the clusters is known (enhancement
 * mirroring-configuration-manifests, "Pushing to disk"). Files of earlier runs stay.
 * @returns the folder, or undefined without signatures
 */
export async function writeSignatureConfig(options: {
  root: string;
  request: Pick<MirrorRequest, 'configDirectory'>;
  signatures: ReadonlyMap<Digest, readonly Uint8Array[]>;
}): Promise<string | undefined> {
  const objects = signatureObjects(options.signatures);
  if (objects.length === 0) return undefined;
  const directory = options.request.configDirectory ?? configDirectory(options.root);
  await writeConfig(directory, objects, { keep: true });
  return directory;
}

async function knownBefore(options: {
  workspace: Workspace;
  enclave: string;
  destination: MirrorPlace;
  keys: () => Promise<VerificationKeys>;
  emit: EmitRunEvent;
}): Promise<KnownContent | undefined> {
  const { workspace, enclave, destination, keys, emit } = options;
  const { files, state, runs } = workspace;
  try {
    const known = await readKnown(state, enclave, destination);
    if (known) return known;
  } catch (error) {
    if (!(error instanceof AirlockError) || error.code !== 'workspace-invalid') throw error;
    emit({
      type: 'problem',
      problem: {
        ...{ code: error.code, level: 'warning' },
        message: t('resourcesFromRecords', { reason: error.message }),
        remedy: t('resourcesFromRecordsRemedy'),
      },
    });
  }
  return knownFromRecords({ runs, files, enclave, destination, keys });
}
