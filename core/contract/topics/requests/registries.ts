import { z } from 'zod';
import { doctorReport, neededHost, registryProfile } from '../doctor.ts';
import { authority, keepCredentials, registryEntry, registryTest } from '../settings.ts';

const nothing = z.object({});
const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
/** A secret that a user enters. It is never shown again. */
const secret = z.string().min(1).max(65_536);

/** Requests for access to registries: credentials, CAs, capabilities, and Doctor. */
export const REGISTRY_REQUESTS = {
  'registries.list': { input: nothing, output: z.object({ registries: z.array(registryEntry) }) },
  'registries.add': {
    input: z.object({ name: z.string().min(1).max(512), tlsVerify: z.boolean().default(true) }),
    output: z.object({ registries: z.array(registryEntry) }),
  },
  'registries.remove': {
    input: z.object({ name: z.string() }),
    output: z.object({ registries: z.array(registryEntry) }),
  },
  /** Tests access to the registry with entered credentials or with the ones Airlock would use. */
  'registries.test': {
    input: z.object({
      name: z.string().min(1).max(512),
      tlsVerify: z.boolean().default(true),
      /** Also requests push permission. */
      push: z.boolean().default(false),
      typed: z.object({ username: z.string().min(1).max(512), password: secret }).optional(),
    }),
    output: registryTest,
  },
  /** Known capabilities of a registry: one profile for each probed path, the newest first. */
  'registries.profiles': {
    input: z.object({ name: z.string().min(1).max(512) }),
    output: z.object({ profiles: z.array(registryProfile) }),
  },
  /**
   * Probes what a registry supports: pushes small content to a scratch repository and removes it afterwards. Reports
   * progress as `job` events with its ticket.
   */
  'registries.probe': {
    input: z.object({
      name: z.string().min(1).max(512),
      tlsVerify: z.boolean().default(true),
      ticket: z.string().min(1).max(64),
    }),
    output: registryProfile,
  },
  'credentials.set': {
    input: z.object({
      registry: z.string().min(1).max(512),
      username: z.string().min(1).max(512),
      password: secret,
      keep: keepCredentials,
    }),
    output: z.object({ where: z.string() }),
  },
  /** Removes credentials from the session and the key store. Other tools edit the auth files. */
  'credentials.forget': { input: z.object({ registry: z.string() }), output: nothing },
  /** Imports a downloaded pull secret (`{"auths": …}`) from pasted text or a file. */
  'credentials.importPullSecret': {
    input: z.object({ text: secret.optional(), file: path.optional(), keep: keepCredentials }),
    output: z.object({ registries: z.array(z.string()), where: z.string() }),
  },
  'authorities.list': {
    input: nothing,
    output: z.object({
      authorities: z.array(authority),
      systemFile: z.string().optional(),
      systemCount: count,
    }),
  },
  /** Trusts a CA for one registry: writes the user's certs.d. */
  'authorities.add': {
    input: z.object({ host: z.string().min(1).max(512), pem: z.string().min(1).max(1_000_000) }),
    output: z.object({ file: z.string(), subjects: z.array(z.string()) }),
  },

  /**
   * Looks for problems that would stop a run and changes nothing. Without a configuration, workspace or destination, it
   * examines this host only. Reports progress as `job` events with its ticket.
   */
  'doctor.examine': {
    input: z.object({
      /** Examines every host that this configuration needs. */
      configFile: path.optional(),
      workspace: path.optional(),
      /** `registry.lab:5000/mirror` */
      destination: z.string().min(1).max(512).optional(),
      authFile: path.optional(),
      sourceTlsVerify: z.boolean().default(true),
      destinationTlsVerify: z.boolean().default(true),
      ticket: z.string().min(1).max(64),
    }),
    output: doctorReport,
  },
  /** Writes the hosts of a report as CSV. */
  'doctor.saveHosts': {
    input: z.object({ hosts: z.array(neededHost).max(5000), file: path }),
    output: z.object({ file: z.string() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
