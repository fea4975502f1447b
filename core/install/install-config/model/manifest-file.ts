import { yamlOf } from '../../../base/document/yaml-of.ts';

/** A file that is generated from an install-config. */
export interface ManifestFile {
  /** Relative to the output folder, with `/`, as named by `openshift-install create manifests`. */
  path: string;
  text: string;
  /** The kind of the Kubernetes object; `AgentConfig`, `Checklist` and `Steps` for other files. */
  kind: string;
  /** `metadata.name`, or '' for the checklist and the steps. */
  name: string;
  /** The purpose of the file in one sentence. */
  purpose: string;
  /** Whether it contains a password, so that it is written with mode 0600 and displayed masked. */
  secret: boolean;
}

/** A Kubernetes object of a file. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata?: { name: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}

/** Returns the file of an object, without undefined fields. */
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
 * Returns YAML as Go programs of Kubernetes write it: sorted keys by default, sequences not indented, nothing folded, and
 * strings quoted that a YAML 1.1 parser would read as another type.
 */
export function yamlText(value: unknown, { sorted = true }: { sorted?: boolean } = {}): string {
  return yamlOf(value, {
    sortMapEntries: sorted,
    indentSeq: false,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** Returns UTF-8 in base64, for `data` of Secrets. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Returns the number of one of `count` files, padded to the digits of `count` as the installer does. */
export function numbered(index: number, count: number): string {
  return String(index).padStart(String(count).length, '0');
}

/** Returns a name of the configuration as part of a file name, without path separators. */
export function inFileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '-');
}
