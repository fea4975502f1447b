import { z } from 'zod';

const count = z.number().int().nonnegative();

/** The result of one check. An `error` would stop a run; a `warning` may make it fail or slow it down. */
export const doctorFinding = z.object({
  check: z.string(),
  /** The host, path or folder that was checked. */
  subject: z.string(),
  level: z.enum(['ok', 'info', 'warning', 'error']),
  code: z.string(),
  message: z.string(),
  /** Empty if the check passed, like the remedy. */
  why: z.string(),
  remedy: z.string(),
  /** Observations, one fact each. */
  evidence: z.array(z.string()),
});
export type DoctorFinding = z.infer<typeof doctorFinding>;

/** A host that the firewall must allow. */
export const neededHost = z.object({
  host: z.string(),
  port: count,
  protocol: z.enum(['https', 'http']),
  why: z.array(z.string()),
  /** Whether this check reached it. */
  reached: z.boolean(),
  /** The proxy for this host. */
  via: z.string().optional(),
});
export type NeededHost = z.infer<typeof neededHost>;

/** One capability of a registry that was probed. */
export const registryCapability = z.object({
  /** `elements of a name` */
  what: z.string(),
  /** `at most 2` */
  found: z.string(),
  /** The request and the response. */
  evidence: z.string(),
  /** `info`: not supported, which affects some plans; `unknown`: the probe was inconclusive. */
  level: z.enum(['ok', 'info', 'warning', 'error', 'unknown']),
  /** The fix in the terms of the product; empty if none is needed. */
  remedy: z.string(),
});
export type RegistryCapability = z.infer<typeof registryCapability>;

/** The capabilities of a registry, probed by pushing small content to it. */
export const registryProfile = z.object({
  host: z.string(),
  /** Repository path below the host that was examined; may be empty. */
  namespace: z.string(),
  /** Absent if the product is unknown. */
  product: z.object({ name: z.string(), evidence: z.string() }).optional(),
  checkedAt: z.string(),
  /** Whether runs rely on it; otherwise they probe again. */
  fresh: z.boolean(),
  capabilities: z.array(registryCapability),
  missingProjects: z.array(z.string()),
  /** Sentences about content that the check couldn't remove. */
  leftovers: z.array(z.string()),
});
export type ContractRegistryProfile = z.infer<typeof registryProfile>;

export const doctorReport = z.object({
  at: z.string(),
  /** Whether no problem was found that would stop a run. */
  ok: z.boolean(),
  /** The most severe first. */
  findings: z.array(doctorFinding),
  hosts: z.array(neededHost),
  /** The hosts as CSV, for firewall administrators. */
  hostsText: z.string(),
  /** Sentences about what couldn't be determined. */
  notes: z.array(z.string()),
  /** The equivalent command, shell-quoted. */
  command: z.string(),
  profile: registryProfile.optional(),
});
export type ContractDoctorReport = z.infer<typeof doctorReport>;
