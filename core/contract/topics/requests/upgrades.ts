import { z } from 'zod';
import {
  carriedCatalog,
  catalogPackages,
  jointPlanAnswer,
  jointPlanQuestion,
  operatorAnswer,
  operatorQuestion,
  packagesQuery,
} from '../operator-upgrades.ts';
import {
  changedConfiguration,
  knownVersions,
  recordedAnswer,
  releaseChannel,
  releaseSizes,
  riskAnswer,
  savedGraph,
  upgradeAnswer,
  upgradeArchitecture,
  upgradeBytes,
  upgradeQuestion,
} from '../upgrades.ts';

const path = z.string().min(1).max(4096);

/** Requests for upgrade paths of OpenShift and operators, and the configurations for them. */
export const UPGRADE_REQUESTS = {
  /** Versions that are known without contacting a service. */
  'upgrades.versions': {
    input: z.object({ workspace: path.optional(), architecture: upgradeArchitecture.default('amd64') }),
    output: knownVersions,
  },
  /** The complete update graph of the data on this host. Uses no network. */
  'upgrades.graph': {
    input: z.object({ workspace: path.optional(), architecture: upgradeArchitecture.default('amd64') }),
    output: savedGraph,
  },
  /** The complete update graph in a file, a directory or a graph-data image. */
  'upgrades.fileGraph': {
    input: z.object({
      file: path,
      workspace: path.optional(),
      architecture: upgradeArchitecture.default('amd64'),
    }),
    output: savedGraph,
  },
  /** The upgrade path between two OpenShift versions and the updates around it. The absence of a path isn't an error. */
  'upgrades.path': { input: upgradeQuestion, output: upgradeAnswer },
  /** The answers to known risks that a workspace records. */
  'upgrades.riskAnswers': {
    input: z.object({ workspace: path }),
    output: z.object({ answers: z.array(recordedAnswer) }),
  },
  /** Records an answer to a known risk, or removes it. */
  'upgrades.answerRisk': {
    input: z.object({ workspace: path, risk: z.string().min(1).max(256), answer: riskAnswer.optional() }),
    output: z.object({ answers: z.array(recordedAnswer) }),
  },
  /** The complete sizes of releases whose images this host has read before. Uses no network. */
  'upgrades.sizes': {
    input: z.object({ workspace: path.optional(), architecture: upgradeArchitecture.default('amd64') }),
    output: z.object({ releases: releaseSizes }),
  },
  /** Bytes of these releases according to a plan of the workspace. Reports progress as `job` events with its ticket. */
  'upgrades.bytes': {
    input: z.object({
      workspace: path,
      channels: z.array(releaseChannel).min(1).max(20),
      architecture: upgradeArchitecture.default('amd64'),
      ticket: z.string().min(1).max(64),
    }),
    output: upgradeBytes,
  },
  /** Operator catalogs in the configurations of a workspace. */
  'upgrades.catalogs': {
    input: z.object({ workspace: path }),
    output: z.object({ catalogs: z.array(z.string()) }),
  },
  /** Packages of catalogs. Reads catalogs that aren't cached. Reports progress as `job` events with its ticket. */
  'upgrades.packages': { input: packagesQuery, output: catalogPackages },
  /** The updates that OLM installs for an operator, or, without a version, the graph of one of its channels. */
  'upgrades.operator': { input: operatorQuestion, output: operatorAnswer },
  /** A joint plan for OpenShift and operators, as ordered steps with their checks. */
  'upgrades.plan': { input: jointPlanQuestion, output: jointPlanAnswer },
  /** Adds these channels and packages to the text of a configuration. `configurations.save` writes the file. */
  'upgrades.configure': {
    input: z.object({
      file: path,
      channels: z.array(releaseChannel).max(20).default([]),
      operators: z.array(carriedCatalog).max(8).default([]),
      architecture: upgradeArchitecture.default('amd64'),
      /** Lines to add as comments at the beginning, unless the file contains them. */
      comments: z.array(z.string().max(2000)).max(50).default([]),
    }),
    output: changedConfiguration,
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
