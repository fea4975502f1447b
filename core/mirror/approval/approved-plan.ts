import type { CollectedImage, WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { type NamedConfiguration, parseConfiguration, readConfiguration } from './configuration.ts';
import { type NamedApproval, readApproval } from './plan-approval.ts';
import { checkAgainstPlan, pinToPlan, readPlan } from './plan-document.ts';
import { checkPlanSignature, type PlanApproval } from './plan-signature.ts';

/** What to mirror: a configuration as it is read now, or a plan that was approved. */
export interface Approved {
  configuration: NamedConfiguration;
  /** The plan is of what sets ask for by the configurations that they carry. */
  ofSets: boolean;
  /** Graphs and signatures come from the plan, not from their services. */
  pinned: boolean;
  /** The workspace's files, seen through the plan's. */
  files(workspace: WorkingFiles): WorkingFiles;
  pin(images: CollectedImage[]): CollectedImage[];
  /** What is attached to an image, as it was approved. @throws AirlockError `plan-changed` */
  retain(image: PlannedImage): PlannedImage;
  /** What catalogs stood for in the plan, by their references in the configuration. */
  catalogs: ReadonlyMap<string, Digest>;
  /** The plan, for the audit record. */
  plan?: UsedPlan;
}

/** A plan that a run was held to. */
export interface UsedPlan {
  file: string;
  digest: Digest;
  /** Who signed it, where that was asked for. */
  approval?: PlanApproval;
  /** Who approved it in the application. */
  approvedBy?: NamedApproval;
}

/**
 * What a request asks for. The signature of a plan is checked here, before anything is contacted.
 * @throws AirlockError `usage` without a configuration, `plan-unapproved`, else as reading it does
 */
export async function approvedPlan(
  request: MirrorRequest,
  host: HostFacts,
  signal?: AbortSignal,
): Promise<Approved> {
  if (!request.planFile) {
    if (request.requireSignature !== undefined)
      throw new AirlockError('usage', '--require-signature is about a plan: name it with --plan FILE');
    if (!request.configFile)
      throw new AirlockError('usage', 'use the --config flag it is mandatory (-c FILE), or --plan FILE');
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
  if (request.configFile)
    throw new AirlockError('usage', '--plan holds its own configuration: leave --config out');
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

/** As {@link approvedPlan}, on the way from a disk: undefined without a plan, since sets bring configurations of their own. */
export async function planOfPush(
  request: MirrorRequest,
  host: HostFacts,
  signal?: AbortSignal,
): Promise<Approved | undefined> {
  const requested = request.planFile !== undefined || request.requireSignature !== undefined;
  return requested ? approvedPlan(request, host, signal) : undefined;
}

/** Files in memory before those of a folder; written ones go to the folder, where there is one to write to. */
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
