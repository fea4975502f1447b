type NoFacts = Record<never, never>;

/** The facts of each rule by which code recognizes a problem, to offer a fix, to group problems, or to decide. */
interface Facts {
  // Formats of files
  /** Newer than this version reads. */
  'newer-format': NoFacts;

  // ImageSetConfiguration
  'api-version': NoFacts;
  kind: NoFacts;
  /** A field of oc-mirror v1 that `airlock config convert` replaces; `now`: the remedy without the command. */
  'former-field': { now: string };
  'unknown-field': { meant: string | undefined };
  /** A field name in another case. */
  'field-case': { field: string };
  /** The name of a bundle instead of a package. */
  'bundle-as-package': { package: string };
  'package-repeated': NoFacts;
  'catalog-repeated': NoFacts;
  'release-channel-repeated': NoFacts;
  'channel-repeated': NoFacts;
  'versions-reversed': { min: string; max: string };
  'version-invalid': { field: 'minVersion' | 'maxVersion'; version: string };
  architecture: { known: string | undefined };
  'release-channel-name': { channel: string };
  'release-channel-type': NoFacts;
  'release-channels-ignored': NoFacts;
  /** A field that oc-mirror v2 accepts and ignores. */
  'field-ignored': { field: string };
  'blocked-image-empty': NoFacts;
  'name-missing': { path: string };
  'target-repository': { targetRepo: string; image: string | undefined };
  'full-with-versions': NoFacts;
  'architectures-with-platforms': NoFacts;
  'versions-twice': NoFacts;
  /** `untagged`: it has neither tag nor digest. */
  'image-reference': { reference: string; untagged: boolean };

  // What a configuration selects
  'package-unknown': { nearest: readonly string[] };
  'channel-unknown': { nearest: readonly string[]; defaultChannel: string };
  /** `first`: the first channel that the package lists. */
  'default-channel-left-out': { first: string | undefined };
  'release-channel-unknown': { channel: string };
  /** A channel has no version of a range, or not the version that starts or ends a path. */
  'release-unknown': { channel: string; nearest: readonly string[] };
  /** A bound isn't in the channel, which has `lowest` to `highest` of the range. */
  'release-bound-unknown': { channel: string; version: string; lowest: string; highest: string };
  'release-path-missing': { channel: string };

  /** A package that another one needs, and that can be added. `packages`: the package in the message. */
  'package-needed': { packages: readonly string[] };
  'package-deprecated': { packages: readonly string[] };
  /** An image whose manifest can't be read; `packages`: those that need it. */
  'image-unreadable': { packages: readonly string[] };
  /** A catalog at the destination would lose operators or versions. */
  'catalog-removal': NoFacts;
  /** A release that a run or plan excludes. */
  'release-left-out': { digest: string | undefined };

  // Deleting
  /** A catalog that is retained because a configuration needs part of it. */
  'catalog-in-use': { deliverable: string };
  /** The workspace doesn't show which images belong to content. */
  'content-unknown': { deliverable: string };
  /** A catalog is retained because no configuration shows what it contains. */
  'catalog-unknown': { deliverable: string };

  // Day 2
  /** Whether a vCenter is in use can't be read from files. */
  'vcenter-use-unknown': NoFacts;

  // Host networks
  /** A host has no value for a variable of a template. */
  'variable-unset': { variable: string };
  /** `title`: the message without host names. `ofHost`: the message without its only host. */
  'address-shared': { title: string; ofHost: string | undefined };
  /** A problem of a single host among others. `ofHost`: the message without the host's name. */
  'host-differs': { ofHost: string };
  /** `values`: the values at the position of the problem, in a document or a cell of the table of hosts. */
  'network-values': { values: readonly string[] };

  // Transfer windows
  /** `why`: the message without the window. */
  window: { why: string };

  // Tools of this host
  'tool-missing': NoFacts;
  /** `complaint`: what the tool printed. */
  'tool-failed': { complaint: string };

  // Connections
  'tls-not-spoken': NoFacts;
  'tls-handshake-ended': NoFacts;
  /** The REST API of a vCenter has no lists of objects. */
  'vcenter-lists-missing': NoFacts;
}

export type RuleId = keyof Facts;

/** The rule that a problem breaks, with its facts. */
export type Rule<Id extends RuleId = RuleId> = { [Each in Id]: { readonly id: Each } & Facts[Each] }[Id];

/**
 * The property of a problem or error with its rule. Because it is a symbol, it is copied along with the problem, but
 * never written to JSON, files or messages between processes.
 */
export const RULE: unique symbol = Symbol('rule');

/** Returns the property of a problem that contains its rule. Returns no property for a problem without a rule. */
export function ruleField(rule: Rule | undefined): { [RULE]?: Rule } {
  return rule ? { [RULE]: rule } : {};
}
