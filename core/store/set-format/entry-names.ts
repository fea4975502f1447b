import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';

/**
 * The kind of an archive entry, determined by its name (distribution: registry/storage/paths.go; oc-mirror v2:
 * internal/pkg/archive/archive.go).
 */
export type EntryKind =
  | { kind: 'blob'; digest: Digest }
  | { kind: 'tag'; repository: string; tag: string }
  | { kind: 'tag-history'; repository: string; tag: string; digest: Digest }
  | { kind: 'revision'; repository: string; digest: Digest }
  | { kind: 'layer'; repository: string; digest: Digest }
  | { kind: 'file'; name: string }
  | { kind: 'configuration' }
  | { kind: 'filler' }
  /** `_uploads` and lock files of a killed oc-mirror, which it leaves in its cache and includes in archives. */
  | { kind: 'leftover' }
  | { kind: 'foreign' };

/** An entry whose content is a digest, and which belongs to a repository. */
export type LinkEntry = Extract<EntryKind, { repository: string }>;

const ROOT = 'docker/registry/v2/';
const BLOB = /^blobs\/sha256\/([0-9a-f]{2})\/([0-9a-f]{64})\/data$/;
const LINK =
  /^repositories\/(.+)\/(?:_layers\/sha256\/([0-9a-f]{64})|_manifests\/revisions\/sha256\/([0-9a-f]{64})|_manifests\/tags\/([^/]+)\/(?:current|index\/sha256\/([0-9a-f]{64})))\/link$/;
const REPOSITORY = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const FILLER = /^airlock-filler\/\d+$/;

/** Classifies an entry's name. Repositories and tags that registries would reject are foreign. */
export function classify(name: string): EntryKind {
  if (name.startsWith(ROOT)) return classifyContent(name.slice(ROOT.length));
  if (name.startsWith('working-dir/')) return { kind: 'file', name: name.slice('working-dir/'.length) };
  if (FILLER.test(name)) return { kind: 'filler' };
  if (name.startsWith('isc_') && !name.includes('/')) return { kind: 'configuration' };
  return { kind: 'foreign' };
}

function classifyContent(name: string): EntryKind {
  const blob = BLOB.exec(name);
  if (blob) {
    const digest = digestOf(blob[2]);
    return digest && blob[2]!.startsWith(blob[1]!) ? { kind: 'blob', digest } : { kind: 'foreign' };
  }
  const link = LINK.exec(name);
  const repository = link?.[1];
  if (link && repository && REPOSITORY.test(repository)) {
    const [, , layer, revision, tag, history] = link;
    const ofLayer = digestOf(layer);
    if (ofLayer) return { kind: 'layer', repository, digest: ofLayer };
    const ofRevision = digestOf(revision);
    if (ofRevision) return { kind: 'revision', repository, digest: ofRevision };
    if (tag && TAG.test(tag)) {
      const digest = digestOf(history);
      return digest ? { kind: 'tag-history', repository, tag, digest } : { kind: 'tag', repository, tag };
    }
  }
  return name.startsWith('repositories/') && name.includes('/_uploads/')
    ? { kind: 'leftover' }
    : { kind: 'foreign' };
}

function digestOf(hex: string | undefined): Digest | undefined {
  const digest = `sha256:${hex}`;
  return isDigest(digest) ? digest : undefined;
}

export function blobName(digest: Digest): string {
  const hex = hexOf(digest);
  return `${ROOT}blobs/sha256/${hex.slice(0, 2)}/${hex}/data`;
}

export function layerLink(repository: string, digest: Digest): string {
  return `${ROOT}repositories/${repository}/_layers/sha256/${hexOf(digest)}/link`;
}

export function revisionLink(repository: string, digest: Digest): string {
  return `${ROOT}repositories/${repository}/_manifests/revisions/sha256/${hexOf(digest)}/link`;
}

export function tagLink(repository: string, tag: string): string {
  return `${ROOT}repositories/${repository}/_manifests/tags/${tag}/current/link`;
}

export function tagHistoryLink(repository: string, tag: string, digest: Digest): string {
  return `${ROOT}repositories/${repository}/_manifests/tags/${tag}/index/sha256/${hexOf(digest)}/link`;
}

/** Returns the name of a link, which {@link classify} reads. */
export function nameOfLink(link: LinkEntry): string {
  if (link.kind === 'layer') return layerLink(link.repository, link.digest);
  if (link.kind === 'revision') return revisionLink(link.repository, link.digest);
  if (link.kind === 'tag') return tagLink(link.repository, link.tag);
  return tagHistoryLink(link.repository, link.tag, link.digest);
}

/**
 * Matches the file names that oc-mirror reads as archives (internal/pkg/archive/unarchive.go), except macOS metadata files and
 * partial copies.
 */
export const SET_FILE_NAME = /^(?!\._).*mirror_[0-9]{6}\.tar$/;

export function volumeName(number: number): string {
  return `mirror_${String(number).padStart(6, '0')}.tar`;
}

/** What makes the name of an entry unsafe. */
export type NameFault = 'empty' | 'tooLong' | 'absolute' | 'backslash' | 'control' | 'parent' | 'component';

/**
 * Returns why the name of an entry must not be used, or undefined for a safe name. Safe names are relative paths with `/`,
 * without `.` and `..` components and without characters that file systems or terminals interpret.
 */
export function unsafeName(name: string): NameFault | undefined {
  if (name === '') return 'empty';
  if (name.length > 4096) return 'tooLong';
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'absolute';
  if (name.includes('\\')) return 'backslash';
  if (/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]/.test(name)) return 'control';
  for (const step of name.split('/')) {
    if (step === '..') return 'parent';
    if (step === '.' || step === '') return 'component';
  }
  return undefined;
}

/** Returns the entry name of a file below `working-dir/`. */
export function nameOfFile(name: string): string {
  return `working-dir/${name}`;
}

export function fillerName(number: number): string {
  return `airlock-filler/${number}`;
}
