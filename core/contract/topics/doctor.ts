import { z } from 'zod';

const count = z.number().int().nonnegative();

/** What one check came to. An `error` would stop a run; a `warning` may spoil or slow one; `info` is good to know. */
export const doctorFinding = z.object({
  check: z.string(),
  /** The host, path or folder that it is about. */
  subject: z.string(),
  level: z.enum(['ok', 'info', 'warning', 'error']),
  code: z.string(),
  what: z.string(),
  /** Empty where all is well, as is the remedy. */
  why: z.string(),
  remedy: z.string(),
  /** What was seen, one fact each. */
  evidence: z.array(z.string()),
});
export type DoctorFinding = z.infer<typeof doctorFinding>;

/** A host that a firewall must let through. */
export const neededHost = z.object({
  host: z.string(),
  port: count,
  protocol: z.enum(['https', 'http']),
  why: z.array(z.string()),
  /** It was reached in this check. */
  reached: z.boolean(),
  /** The proxy that leads there. */
  via: z.string().optional(),
});
export type NeededHost = z.infer<typeof neededHost>;

/** One thing that a registry was tried with. */
export const registryCapability = z.object({
  /** `elements of a name` */
  what: z.string(),
  /** `at most 2` */
  found: z.string(),
  /** What was sent and answered. */
  evidence: z.string(),
  /** `info`: it does not take this, which matters to some plans; `unknown`: it could not be found out. */
  level: z.enum(['ok', 'info', 'warning', 'error', 'unknown']),
  /** In the words of the product; empty where nothing is to be done. */
  remedy: z.string(),
});
export type RegistryCapability = z.infer<typeof registryCapability>;

/** What a registry takes, found out by pushing small content to it. */
export const registryProfile = z.object({
  host: z.string(),
  /** Repository path below the host that was examined; may be empty. */
  namespace: z.string(),
  /** Absent if the product is unknown. */
  product: z.object({ name: z.string(), evidence: z.string() }).optional(),
  checkedAt: z.string(),
  /** Runs believe it; else they ask again. */
  fresh: z.boolean(),
  capabilities: z.array(registryCapability),
  missingProjects: z.array(z.string()),
  /** Sentences about content that the check couldn't remove. */
  leftovers: z.array(z.string()),
});
export type ContractRegistryProfile = z.infer<typeof registryProfile>;

export const doctorReport = z.object({
  at: z.string(),
  /** Nothing was found that would stop a run. */
  ok: z.boolean(),
  /** The worst first. */
  findings: z.array(doctorFinding),
  hosts: z.array(neededHost),
  /** The hosts as CSV, for those who run the firewall. */
  hostsText: z.string(),
  /** What could not be known, in words. */
  notes: z.array(z.string()),
  /** The command that does the same headless, shell-quoted. */
  command: z.string(),
  profile: registryProfile.optional(),
});
export type ContractDoctorReport = z.infer<typeof doctorReport>;
