import { yamlOf } from '../../../base/document/yaml-of.ts';

/** A file that follows from an install-config. */
export interface ManifestFile {
  /** Below the folder that is written, with `/`: the names of `openshift-install create manifests`. */
  path: string;
  text: string;
  /** Of the Kubernetes object; `AgentConfig` and `Checklist` of the files that are none. */
  kind: string;
  /** `metadata.name`; '' of the checklist. */
  name: string;
  /** What it is there for: one sentence. */
  purpose: string;
  /** It holds a password: to be written 0600, and shown masked only. */
  secret: boolean;
}

/** A Kubernetes object as it is written. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata?: { name: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}

/** The file of an object. Fields that are undefined are left out. */
export function manifestFile(
  path: string,
  object: KubernetesObject,
  purpose: string,
  { secret = false }: { secret?: boolean } = {},
): ManifestFile {
  const { kind, metadata } = object;
  return { path, text: yamlText(object), kind, name: metadata?.name ?? '', purpose, secret };
}

/**
 * YAML as Go programs of Kubernetes write it: keys sorted unless told otherwise, sequences not indented, nothing folded, strings quoted that a
 * YAML 1.1 reader would take for something else.
 */
export function yamlText(value: unknown, { sorted = true }: { sorted?: boolean } = {}): string {
  return yamlOf(value, {
    sortMapEntries: sorted,
    indentSeq: false,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** UTF-8 in base64, for `data` of secrets. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Numbers of `count` files that sort as they count: all as long as `count` itself, as the installer has them. */
export function numbered(index: number, count: number): string {
  return String(index).padStart(String(count).length, '0');
}

/** A name of the configuration as a part of a file's name: it leads to no other folder. */
export function inFileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '-');
}
