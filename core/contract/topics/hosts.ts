import { z } from 'zod';
import type { MigrationFile, MigrationNode } from '../../nmstate/migration/model.ts';
import type { Step } from '../../nmstate/scale-out/steps.ts';
import { type ContractProblem, clusterChoice, made, problem } from './vocabulary.ts';

const path = z.string().min(1).max(4096);
const text = z.string().max(4_000_000);
const word = z.string().max(1024);
const answers = z.record(z.string().max(128), word);
/** A secret that a user enters. It is never shown again. */
const secret = z.string().min(1).max(4096);

/** A row of the table. BMC passwords aren't part of it: they are entered when outputs are saved. */
const setHost = z.object({
  name: word,
  role: word,
  nics: z
    .array(z.object({ name: word.optional(), mac: word.optional(), maxMtu: z.number().int().optional() }))
    .max(64)
    .readonly(),
  bmc: z.object({ address: word, username: word.optional() }).optional(),
  bootMac: word.optional(),
  addresses: z.array(word).max(64).readonly(),
  preset: word.optional(),
  rootDevice: word.optional(),
  variables: answers,
  /** Values for the layout that have no column. */
  answers: answers.optional(),
  /** Its document, if it differs from the one that the layout generates. */
  own: text.optional(),
});

/** A set of hosts that are edited together. The engine stores it; the page has the same values. */
export const hostSet = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: z.string().max(128),
  /** Their source, in words: `pasted`, `/data/hosts.csv`. */
  source: z.string().max(4200).default(''),
  layout: z.object({ preset: z.string().max(64), answers, template: text.optional() }),
  /** An install-config.yaml, or its short form with machineNetwork, apiVIPs, ingressVIPs; may be empty. */
  cluster: text.default(''),
  openShiftVersion: z.string().max(64).default(''),
  hosts: z.array(setHost).max(5000).readonly(),
});
export type SavedHostSet = z.infer<typeof hostSet>;

export const hostSetLine = z.object({
  id: z.string(),
  name: z.string(),
  hosts: z.number().int().nonnegative(),
  savedAt: z.string(),
});
export type HostSetLine = z.infer<typeof hostSetLine>;

/** Whether nodes verify the TLS certificates of BMCs. */
const bmcTlsVerify = z.boolean().default(true);

/** An output format for hosts. File names are relative to the target folder. */
export const hostOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('machine-configs'),
    extension: z.enum(['yml', 'yaml']).default('yml'),
    gzip: z.boolean().default(false),
    oneFile: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('scale-out'),
    /** Names of the hosts to add. */
    hosts: z.array(word).max(5000),
    /** The current MachineConfig of the cluster; absent: generate one from all hosts of the role. */
    machineConfig: text.optional(),
    bmcTlsVerify,
  }),
  z.object({ kind: z.literal('agent-config') }),
  z.object({ kind: z.literal('install-config'), bmcTlsVerify }),
  z.object({ kind: z.literal('documents') }),
  /** Policies with the content of the documents, so that Kubernetes-NMState enforces them. */
  z.object({ kind: z.literal('policies') }),
]);
export type HostOutput = z.input<typeof hostOutput>;

const outputFile = z.object({
  file: z.string(),
  /** Its purpose, in a few words. */
  about: z.string(),
  /** The text without secrets. Placeholders mark where the saved file contains some. */
  text: z.string(),
  /** Contains BMC passwords once saved, and is readable only by the user. */
  secret: z.boolean(),
});

const output = z.object({ set: hostSet, output: hostOutput });

/** A node whose br-ex is adopted, with its verdict. */
export type AdoptedNode = Omit<MigrationNode, 'host' | 'problems'> & { problems: ContractProblem[] };

/** Nodes: in a file or directory with NodeNetworkStates, otherwise of a cluster. */
const nodeSource = z.object({
  ...clusterChoice,
  from: path.optional(),
  /** Pool of nodes whose pool is unknown otherwise. */
  role: word.optional(),
  /** Default: the version of the cluster, if it is known. */
  openShiftVersion: z.string().max(64).optional(),
});

export const HOSTS_REQUESTS = {
  /** `unreadable`: why other sets can't be read. */
  'hosts.list': {
    input: z.object({}),
    output: z.object({ sets: z.array(hostSetLine), unreadable: z.array(problem) }),
  },
  'hosts.read': { input: z.object({ id: z.string() }), output: hostSet },
  'hosts.save': { input: hostSet, output: z.object({ savedAt: z.string() }) },
  'hosts.remove': { input: z.object({ id: z.string() }), output: z.object({}) },
  /**
   * Reads hosts from a table (CSV, TSV, YAML), MachineConfigs, an inventory of BMCs, or a folder of documents named after
   * hosts or of inventories.
   */
  'hosts.import': {
    input: z.object({ path }),
    output: z.object({
      kind: z.enum(['table', 'machine-config', 'documents', 'inventory']),
      /** `given`: the parts that a table contains for a host, see `ImportedHost`. */
      hosts: z.array(setHost.extend({ given: z.array(word).readonly().optional() })),
      problems: z.array(problem),
      /** Number of BMC passwords in it, which were ignored. */
      passwords: z.number().int().nonnegative(),
    }),
  },
  'hosts.outputs': {
    input: output,
    output: z.object({
      files: z.array(outputFile),
      problems: z.array(problem),
      /** Steps for using the files, in order. */
      steps: z.array(z.object({ text: z.string(), command: z.string().optional() })),
    }),
  },
  /** Reads nodes, and writes the documents and steps that change br-ex of configure-ovs to NMState. Changes nothing. */
  'hosts.adopt': {
    input: nodeSource,
    output: z.object({
      openShiftVersion: z.string().optional(),
      nodes: z.array(made<AdoptedNode>()),
      files: z.array(made<MigrationFile>()),
      steps: z.array(made<Step>()),
      rollback: z.array(made<Step>()),
      problems: z.array(problem),
      /** The nodes with a document, for a host set. */
      hosts: z.array(setHost),
      /** Digest of the files, for `hosts.saveAdopted`. */
      fingerprint: z.string(),
    }),
  },
  /**
   * Reads the nodes again and writes the files to a new or empty directory. Throws `file-changed` if the nodes have changed
   * since, or the directory contains files.
   */
  'hosts.saveAdopted': {
    input: nodeSource.extend({ directory: path, fingerprint: z.string().max(128) }),
    output: z.object({ directory: z.string(), files: z.array(z.string()) }),
  },
  /**
   * Writes the files to a folder. Throws `file-changed` if other files have these names, unless `overwrite` is set. Omits
   * files that need passwords if there are none.
   */
  'hosts.saveOutputs': {
    input: output.extend({
      directory: path,
      overwrite: z.boolean().default(false),
      /** BMC credentials of all hosts. The user applies only to hosts without one in the set. */
      username: word.optional(),
      password: secret.optional(),
      /** A table with columns for the host name and the BMC's user and password. */
      passwordFile: path.optional(),
    }),
    output: z.object({ directory: z.string(), files: z.array(z.string()) }),
  },
} as const;
