import type { Location, Problem } from '../errors/airlock-error.ts';
import type { Digest } from '../image/digest.ts';
import type { Descriptor, Manifest, Platform } from '../image/manifest.ts';

/** Kinds of images, with oc-mirror's names (internal/pkg/api/v2alpha1/type_image.go). */
export type ImageKind =
  | 'ocpRelease'
  | 'ocpReleaseContent'
  | 'cincinnatiGraph'
  | 'operatorCatalog'
  | 'operatorBundle'
  | 'operatorRelatedImage'
  | 'generic'
  | 'helmImage';

/** The verdict on an image's origin. It is part of the plan, the audit record and the transfer record. */
export interface Verdict {
  /** `unsigned`: a policy requires a signature, and there is none. `rejected`: the policy rejects the image or its signature. */
  result: 'verified' | 'unsigned' | 'rejected' | 'not-checked' | 'override';
  /** Long ID of the key that verified it, fingerprints if a policy was applied, or the override that accepted it. */
  by?: string;
}

/** The source of an image. A digest takes precedence over a tag. */
export interface ImageSourceReference {
  registry: string;
  repository: string;
  tag?: string;
  digest?: Digest;
}

/** An image that a collector selected: its kind, source, destination and reason. */
export interface CollectedImage {
  kind: ImageKind;
  /** The reference in clusters or in the configuration. It is used in IDMS, ITMS and messages. */
  origin: string;
  source: ImageSourceReference;
  /** Name at the destination, below its namespace. */
  destination: { repository: string; tag: string };
  /** The unit that can be used once all of its images arrived: `release 4.16.1-x86_64`, `additional images`. */
  deliverable: string;
  /** The line of the configuration that selected it, in words. */
  why: string;
  verdict: Verdict;
  /** The only instances of a manifest list to copy (sparse). */
  platforms?: Platform[];
  /** For images of operators: the bundles that can't be installed without it. */
  neededBy?: readonly BundleName[];
}

/** A bundle of an operator catalog. */
export interface BundleName {
  package: string;
  bundle: string;
}

/** The results of collectors, in order. Everything in a `rejected` release is omitted. Other releases continue. */
export type Collected =
  /** `at`: the entry of the configuration, if the collector knows it. */
  | { type: 'image'; image: CollectedImage; at?: Location }
  | { type: 'problem'; problem: Problem }
  | { type: 'rejected'; deliverable: string; problem: Problem; exitCode: number };

/** Reads images for collectors before content is copied: from a registry with a cache, or from the sets of a workspace. */
export interface ImageContentReader {
  manifest(source: ImageSourceReference, signal?: AbortSignal): Promise<Manifest>;
  blob(source: ImageSourceReference, blob: Descriptor, signal?: AbortSignal): AsyncIterable<Buffer>;
}

/** The files of `working-dir/`. Only the connected side writes them. Names use `/`. */
export interface WorkingFiles {
  read(name: string): Promise<Buffer | undefined>;
  list(prefix: string): Promise<string[]>;
  /** Writes atomically (temporary name, fsync, rename). Absent on the disconnected side. */
  write?(name: string, content: Uint8Array | string): Promise<void>;
  /** Writes files in the same way, and syncs them together. A failure leaves some of them written. */
  writeAll?(files: ReadonlyMap<string, Uint8Array | string>): Promise<void>;
}

/** Files on a side that may write them. */
export type WritableFiles = Required<WorkingFiles>;
