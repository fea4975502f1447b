import { z } from 'zod';
import type { Day2Plan } from '../../install/install-config/day2/plan.ts';
import type { StartingState } from '../../install/install-config/day2/starting-state.ts';
import { made, problem } from './vocabulary.ts';

export type {
  Day2Plan,
  Day2Step,
  DiffLine,
  PreCheck,
} from '../../install/install-config/day2/plan.ts';
export type { StartingState } from '../../install/install-config/day2/starting-state.ts';

const path = z.string().min(1).max(4096);
const name = z.string().min(1).max(512);
const word = z.string().max(512);

/** A change to an installed cluster. vCenters and failure domains can be added together. A removal is a separate change. */
export const day2Change = z.object({
  convertCloudConfig: z.boolean().optional(),
  addVCenters: z
    .array(
      z.object({
        server: name,
        port: z.number().int().min(1).max(65_535).optional(),
        datacenters: z.array(name).max(100),
      }),
    )
    .max(8)
    .optional(),
  removeVCenters: z.array(name).max(8).optional(),
  addFailureDomains: z
    .array(
      z.object({
        ...{ name, region: word, zone: word, server: name },
        topology: z.object({
          ...{ datacenter: word, computeCluster: word, datastore: word },
          networks: z.array(name).max(10),
          resourcePool: word.optional(),
          folder: word.optional(),
          template: word.optional(),
        }),
      }),
    )
    .max(100)
    .optional(),
  /** A file with failure domains and their vCenters: a list, an install-config.yaml or an Infrastructure object. */
  failureDomainsFile: path.optional(),
});
export type ContractDay2Change = z.infer<typeof day2Change>;

/** Neither contains secrets. */
const startingState = made<StartingState>();
const plan = made<Day2Plan>();
/** A change of an installed cluster, and the files with its objects. */
export const day2Question = z.object({
  /** A file with the objects, or a folder of such files. */
  objects: path,
  change: day2Change,
  /** Needed if the objects don't contain it. */
  openShiftVersion: z.string().max(64).optional(),
});

export const DAY2_REQUESTS = {
  /** Reads the platform of an installed cluster from files with its objects. Also returns the command that gets them. */
  'installConfig.day2Read': {
    input: z.object({ objects: path.optional(), openShiftVersion: z.string().max(64).optional() }),
    output: z.object({
      command: z.string(),
      state: startingState.optional(),
      problems: z.array(problem),
    }),
  },
  /** Returns the ordered plan of a change, or why the change is rejected. Writes nothing. */
  'installConfig.day2Plan': { input: day2Question, output: plan },
  /** Writes the plan, the files of its steps and the copies for a rollback. */
  'installConfig.day2Save': {
    input: day2Question.extend({ directory: path }),
    output: z.object({
      files: z.array(z.string()),
      /** Files of the previous plan that no step of this plan uses. */
      removed: z.array(z.string()),
      /** Files in step folders that belong to no step: edited by hand, or from another source. */
      others: z.array(z.string()),
    }),
  },
} as const;
