import type { CollectedImage, WorkingFiles } from '../collect/collected.ts';
import { AirlockError } from '../errors/airlock-error.ts';
import type { Digest } from '../image/digest.ts';
import { type NamedConfiguration, parseConfiguration, readConfiguration } from './configuration.ts';
import { pinToPlan, readPlan } from './plan-document.ts';
import type { MirrorRequest } from './request.ts';

/** What to mirror: a configuration as it is read now, or a plan that was approved. */
export interface Approved {
  configuration: NamedConfiguration;
  /** Graphs and signatures come from the plan, not from their services. */
  pinned: boolean;
  /** The workspace's files, seen through the plan's. */
  files(workspace: WorkingFiles): WorkingFiles;
  pin(images: CollectedImage[]): CollectedImage[];
  /** What catalogs stood for in the plan, by their references in the configuration. */
  catalogs: ReadonlyMap<string, Digest>;
}

/** @throws AirlockError `usage` without a configuration, else as reading it does */
export async function approvedPlan(request: MirrorRequest): Promise<Approved> {
  if (!request.planFile) {
    if (!request.configFile)
      throw new AirlockError('usage', 'use the --config flag it is mandatory (-c FILE), or --plan FILE');
    return {
      configuration: await readConfiguration(request.configFile),
      pinned: false,
      files: (workspace) => workspace,
      pin: (images) => images,
      catalogs: new Map(),
    };
  }
  if (request.configFile)
    throw new AirlockError('usage', '--plan holds its own configuration: leave --config out');
  const plan = await readPlan(request.planFile);
  const files = new Map(
    Object.entries(plan.files).map(([name, content]) => [name, Buffer.from(content, 'base64')]),
  );
  return {
    configuration: parseConfiguration(plan.configuration.text, plan.configuration.name),
    pinned: true,
    files: (workspace) => overlay(files, workspace),
    pin: (images) => pinToPlan(images, plan),
    catalogs: new Map(Object.entries(plan.catalogs ?? {}) as [string, Digest][]),
  };
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
    ...(below?.write && { write: below.write.bind(below) }),
  };
}
