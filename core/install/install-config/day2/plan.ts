import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { RULE, Rule } from '../../../base/errors/rules.ts';
import type { CloudConfigLayout } from '../../cloud-config/write-cloud-config.ts';
import type { ListedVCenter, StartingState } from './starting-state.ts';

/** A failure domain as the Infrastructure object has it. */
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

/** What shall change. Adding vCenters and failure domains goes together; removing goes alone. */
export interface Day2Change {
  /** Also done when a vCenter is added and the configuration is INI. */
  convertCloudConfig?: boolean;
  addVCenters?: ListedVCenter[];
  /** Their servers; their failure domains go with them. */
  removeVCenters?: string[];
  /** One that is named `generated-failure-domain` describes what a cluster without failure domains runs on. */
  addFailureDomains?: ClusterFailureDomain[];
}

export interface Day2Options {
  /** When the objects do not say it. */
  openShiftVersion?: string;
  /** How a converted cloud configuration is written; default `minimal`. */
  layout?: CloudConfigLayout;
}

export interface PreCheck {
  title: string;
  /** `ask`: the files do not tell; `command` does. */
  verdict: 'pass' | 'fail' | 'ask';
  /** What was found, or what to look for. */
  detail: string;
  command?: string;
  [RULE]?: Rule;
}

/** A line of a difference; numbers from 1. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  before?: number;
  after?: number;
}

/** An object before and after a step; credentials in clear text are masked. */
export interface ChangedFile {
  /** Relative to the plan's folder. */
  path: string;
  /** `Infrastructure cluster`. */
  object: string;
  /** Absent for an object that is new. */
  before?: string;
  /** Absent for one that goes. */
  after?: string;
  /** What changes, with the lines around. */
  diff: DiffLine[];
}

/** What a step does, for whoever carries it out by program; `commands` do the same by hand. */
export type Day2Action =
  /** The whole object, which is there, by that of a file. */
  | { verb: 'replace'; object: ObjectName; path: string }
  | { verb: 'create'; object: ObjectName; path: string }
  | { verb: 'delete'; object: ObjectName }
  /** Keys of a Secret that get values which the plan does not know. */
  | { verb: 'set-keys'; object: ObjectName; keys: string[] }
  | { verb: 'remove-keys'; object: ObjectName; keys: string[] }
  /** A copy of the object as it is in the cluster. */
  | { verb: 'back-up'; object: ObjectName; path: string }
  /** Only people can. */
  | { verb: 'manual' };

export interface ObjectName {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
}

export interface Wait {
  what: string;
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
  /** The change is complete without it. */
  optional: boolean;
  preChecks: PreCheck[];
  /** What people see to, outside the cluster. */
  checklist: string[];
  files: ChangedFile[];
  actions: Day2Action[];
  /** For bash, in the folder of the plan. */
  commands: string[];
  waitFor: Wait[];
  rollback: {
    commands: string[];
    /** Copies of objects before the step. One that holds credentials is only in the backup of the first step. */
    files: { path: string; text: string }[];
    /** What going back does not undo; empty: nothing stays. */
    remains: string;
  };
}

/** An ordered plan: each step is done, and waited for, before the next. */
export interface Day2Plan {
  title: string;
  start: StartingState;
  /** False: nothing is planned, `refusals` tell why. */
  ok: boolean;
  rejections: Problem[];
  warnings: Problem[];
  steps: Day2Step[];
}
