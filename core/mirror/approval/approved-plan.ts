import type { CollectedImage, WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { t } from '../messages.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { type NamedConfiguration, parseConfiguration, readConfiguration } from './configuration.ts';
import { type NamedApproval, readApproval } from './plan-approval.ts';
import { checkAgainstPlan, pinToPlan, readPlan } from './plan-document.ts';
import { checkPlanSignature, type PlanApproval } from './plan-signature.ts';

/** The content to mirror: a configuration, or an approved plan. */
export interface Approved {
  configuration: NamedConfiguration;
  /** The plan covers the configurations inside the archive sets. */
  ofSets: boolean;
  /** Graphs and signatures are read from the plan, not from their services. */
  pinned: boolean;
  /** The files of the plan, then those of the workspace. */
  files(workspace: WorkingFiles): WorkingFiles;
  pin(images: CollectedImage[]): CollectedImage[];
  /** Returns the image with its approved attachments only. @throws AirlockError `plan-changed` */
  retain(image: PlannedImage): PlannedImage;
  /** Digests of catalogs in the plan, by their references in the configuration. */
  catalogs: ReadonlyMap<string, Digest>;
  /** The plan, for the audit record. */
  plan?: UsedPlan;
}

/** The plan that a run must follow. */
export interface UsedPlan {
  file: string;
  digest: Digest;
  /** The signer, if a signature is required. */
  approval?: PlanApproval;
  /** Who approved it in the application. */
  approvedBy?: NamedApproval;
}

/**
 * Returns the content that a request selects. Checks the signature of a plan before any server is contacted.
 * @throws AirlockError `usage` without a configuration, `plan-unapproved`, and those of reading the file
 */
export async function approvedPlan(
  request: MirrorRequest,
  host: HostFacts,
  signal?: AbortSignal,
): Promise<Approved> {
  if (!request.planFile) {
    if (request.requireSignature !== undefined)
      throw new AirlockError('usage', t('requireSignatureWithoutPlan'));
    if (!request.configFile) throw new AirlockError('usage', t('configurationMissing'));
    return {
      configuration: await readConfiguration(request.configFile),
      ofSets: false,
      pinned: false,
      files: (workspace) => workspace,
      pin: (images) => images,
      retain: (image) => image,
      catalogs: new Map(),
    };
  }
  if (request.configFile) throw new AirlockError('usage', t('planWithConfiguration'));
  const plan = await readPlan(request.planFile);
  const { file, digest, items } = plan;
  const approval =
    request.requireSignature === undefined
      ? undefined
      : await checkPlanSignature(plan, request.requireSignature, {
          env: host.env,
          signal,
        });
  const approvedBy = await readApproval(file, digest);
  const approved = new Map(items.map((item) => [item.destination, item]));
  const files = new Map(
    Object.entries(plan.files).map(([name, content]) => [name, Buffer.from(content, 'base64')]),
  );
  return {
    configuration: parseConfiguration(plan.configuration.text, plan.configuration.name),
    ofSets: plan.ofSets ?? false,
    pinned: true,
    files: (workspace) => overlay(files, workspace),
    pin: (images) => pinToPlan(images, plan),
    retain: (image) =>
      checkAgainstPlan(image, approved.get(`${image.destination.repository}:${image.destination.tag}`)),
    catalogs: new Map(Object.entries(plan.catalogs ?? {}) as [string, Digest][]),
    plan: { file, digest, approval, approvedBy },
  };
}

/** {@link approvedPlan} of a push from disk. Returns undefined without a plan, because sets contain their configurations. */
export async function planOfPush(
  request: MirrorRequest,
  host: HostFacts,
  signal?: AbortSignal,
): Promise<Approved | undefined> {
  const requested = request.planFile !== undefined || request.requireSignature !== undefined;
  return requested ? approvedPlan(request, host, signal) : undefined;
}

/** Returns files in memory on top of those of a folder. Writes go to the folder, if it is writable. */
export function overlay(files: Map<string, Buffer>, below: WorkingFiles | undefined): WorkingFiles {
  return {
    read: async (name) => files.get(name) ?? below?.read(name),
    list: async (prefix) =>
      [
        ...new Set([
          ...[...files.keys()].filter((name) => name.startsWith(prefix)),
          ...((await below?.list(prefix)) ?? []),
        ]),
      ].sort(),
    write: below?.write?.bind(below),
  };
}
