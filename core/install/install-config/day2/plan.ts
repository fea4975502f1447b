import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { RULE, Rule } from '../../../base/errors/rules.ts';
import type { CloudConfigLayout } from '../../cloud-config/write-cloud-config.ts';
import type { ListedVCenter, StartingState } from './starting-state.ts';

/** A failure domain of the Infrastructure object. */
export interface ClusterFailureDomain {
  name: string;
  region: string;
  zone: string;
  server: string;
  regionAffinity?: { type: string };
  zoneAffinity?: {
    type: string;
    hostGroup?: { hostGroup: string; vmGroup: string; vmHostRule: string };
  };
  topology: {
    datacenter: string;
    computeCluster: string;
    datastore: string;
    networks: string[];
    resourcePool?: string;
    folder?: string;
    template?: string;
  };
}

/** A requested change. vCenters and failure domains can be added together, but removals need a plan of their own. */
export interface Day2Change {
  /** Implied if a vCenter is added and the configuration is INI. */
  convertCloudConfig?: boolean;
  addVCenters?: ListedVCenter[];
  /** Servers of the vCenters. Their failure domains are removed with them. */
  removeVCenters?: string[];
  /** A domain named `generated-failure-domain` describes the current location of a cluster without failure domains. */
  addFailureDomains?: ClusterFailureDomain[];
}

export interface Day2Options {
  /** Release of the cluster if the objects don't contain it. */
  openShiftVersion?: string;
  /** Layout of a converted cloud configuration. Default: `minimal`. */
  layout?: CloudConfigLayout;
}

export interface PreCheck {
  title: string;
  /** `ask`: the files don't show the result, but `command` does. */
  verdict: 'pass' | 'fail' | 'ask';
  /** The finding, or the expected output of the command. */
  detail: string;
  command?: string;
  [RULE]?: Rule;
}

/** A line of a difference, with line numbers from 1. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  before?: number;
  after?: number;
}

/** An object before and after a step, with masked credentials. */
export interface ChangedFile {
  /** Relative to the folder of the plan. */
  path: string;
  /** `Infrastructure cluster`. */
  object: string;
  /** Absent for a new object. */
  before?: string;
  /** Absent for a deleted object. */
  after?: string;
  /** Changed lines with context. */
  diff: DiffLine[];
}

/** An action of a step for programs. `commands` do the same manually. */
export type Day2Action =
  /** Replaces the entire existing object with that of a file. */
  | { verb: 'replace'; object: ObjectName; path: string }
  | { verb: 'create'; object: ObjectName; path: string }
  | { verb: 'delete'; object: ObjectName }
  /** Sets keys of a Secret. The plan doesn't know their values. */
  | { verb: 'set-keys'; object: ObjectName; keys: string[] }
  | { verb: 'remove-keys'; object: ObjectName; keys: string[] }
  /** Copies the current object of the cluster. */
  | { verb: 'back-up'; object: ObjectName; path: string }
  /** A manual step. */
  | { verb: 'manual' };

export interface ObjectName {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
}

export interface Wait {
  subject: string;
  command: string;
}

export type Day2StepId =
  | 'back-up'
  | 'prepare-vcenter'
  | 'credentials'
  | 'cloud-config'
  | 'first-vcenter'
  | 'infrastructure'
  | 'machine-sets'
  | 'control-plane'
  | 'remove-infrastructure'
  | 'remove-cloud-config'
  | 'remove-credentials';

export interface Day2Step {
  id: Day2StepId;
  title: string;
  why: string;
  /** Whether the change is complete without this step. */
  optional: boolean;
  preChecks: PreCheck[];
  /** Manual tasks outside the cluster. */
  checklist: string[];
  files: ChangedFile[];
  actions: Day2Action[];
  /** Bash commands, to run in the folder of the plan. */
  commands: string[];
  waitFor: Wait[];
  rollback: {
    commands: string[];
    /** Copies of objects before the step. Objects with credentials are only in the backup of the first step. */
    files: { path: string; text: string }[];
    /** Limits of the rollback as a clause. Empty if it undoes everything. */
    remains: string;
  };
}

/** An ordered plan. Each step and its waits end before the next step starts. */
export interface Day2Plan {
  title: string;
  start: StartingState;
  /** False if the plan has no steps, for the reasons in `rejections`. */
  ok: boolean;
  rejections: Problem[];
  warnings: Problem[];
  steps: Day2Step[];
}
