import type { Location, Problem } from '../errors/airlock-error.ts';
import type { Digest } from '../image/digest.ts';
import type { Descriptor, Manifest, Platform } from '../image/manifest.ts';

/** oc-mirror's names of what an image is (internal/pkg/api/v2alpha1/type_image.go). */
export type ImageKind =
  | 'ocpRelease'
  | 'ocpReleaseContent'
  | 'cincinnatiGraph'
  | 'operatorCatalog'
  | 'operatorBundle'
  | 'operatorRelatedImage'
  | 'generic'
  | 'helmImage';

/** What is known of an image's origin; goes into plan, audit and transfer record. */
export interface Verdict {
  /** `unsigned`: a policy wants a signature and there is none; `rejected`: there is one, or none would do. */
  result: 'verified' | 'unsigned' | 'rejected' | 'not-checked' | 'override';
  /** Long key id that verified it (by a policy: fingerprints), or the override that let it pass. */
  by?: string;
}

/** Where an image is pulled from. A digest wins over a tag. */
export interface ImageSourceReference {
  registry: string;
  repository: string;
  tag?: string;
  digest?: Digest;
}

/** One image that a collector asks for: what, from where, to where, and why. */
export interface CollectedImage {
  kind: ImageKind;
  /** The reference that clusters or the configuration use for it: what IDMS, ITMS and messages name. */
  origin: string;
  source: ImageSourceReference;
  /** Name at the destination, below its namespace. */
  destination: { repository: string; tag: string };
  /** What becomes usable when all of its images are there: `release 4.16.1-x86_64`, `additional images`. */
  deliverable: string;
  /** The line of the configuration that asked for it, in words. */
  why: string;
  verdict: Verdict;
  /** Copy only these instances of a manifest list (sparse). */
  platforms?: Platform[];
  /** The bundles that cannot be installed without it, of an operator's image. */
  neededBy?: readonly BundleName[];
}

/** A bundle of an operator catalog. */
export interface BundleName {
  package: string;
  bundle: string;
}

/** The results of collectors, in order. A `rejected` release is left out entirely. Its siblings continue. */
export type Collected =
  /** `at`: the entry of the configuration, where the collector knows it. */
  | { type: 'image'; image: CollectedImage; at?: Location }
  | { type: 'problem'; problem: Problem }
  | { type: 'rejected'; deliverable: string; problem: Problem; exitCode: number };

/** How collectors look into images before anything is copied: a registry with a cache, or the sets of a workspace. */
export interface ImageContentReader {
  manifest(source: ImageSourceReference, signal?: AbortSignal): Promise<Manifest>;
  blob(source: ImageSourceReference, blob: Descriptor, signal?: AbortSignal): AsyncIterable<Buffer>;
}

/** The files of `working-dir/`, on the connected side read and written, on the other side only read. Names use `/`. */
export interface WorkingFiles {
  read(name: string): Promise<Buffer | undefined>;
  list(prefix: string): Promise<string[]>;
  /** Writes atomically (temporary name, fsync, rename). Absent on the disconnected side. */
  write?(name: string, content: Uint8Array | string): Promise<void>;
}
