import type { YamlText } from '../../base/document/yaml-text.ts';
import { putField, removeField } from './place-field.ts';
import { fieldAt, positionsAt } from './spelling.ts';
import { imageSetView } from './view.ts';

/** A release channel to write. Absent fields are unchanged, and undefined removes a field. */
export interface ReleaseFields {
  name: string;
  type?: 'ocp' | 'okd' | undefined;
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
  full?: boolean | undefined;
  shortestPath?: boolean | undefined;
}

const PLATFORM = ['mirror', 'platform'];

/**
 * Replaces the release channel of this name, or of the name `instead`, or adds it. Other fields of its entry are
 * unchanged.
 * @throws AirlockError as `setValue`
 */
export function setRelease(doc: YamlText, release: ReleaseFields, instead = release.name): YamlText {
  const { releases } = imageSetView(doc);
  const known = releases.find(({ name }) => name === instead);
  if (!known) {
    const { full, shortestPath, ...fields } = release;
    const value = { ...fields, shortestPath: shortestPath || undefined, full: full || undefined };
    return putField(doc, [...PLATFORM, 'channels', releases.length], value);
  }
  let after = doc;
  for (const field of ['name', 'type', 'minVersion', 'maxVersion', 'shortestPath', 'full'] as const)
    if (field in release) after = putField(after, [...known.path, field], release[field] || undefined);
  return after;
}

/** Removes a release channel, if it exists. */
export function removeRelease(doc: YamlText, name: string): YamlText {
  const known = imageSetView(doc).releases.find((release) => release.name === name);
  return known ? removeField(doc, known.path) : doc;
}

/**
 * Writes the architectures of releases. An empty list removes the field, which means amd64. Changes `platforms` if the
 * text has them, because it can't have both.
 */
export function setArchitectures(doc: YamlText, architectures: readonly string[]): YamlText {
  const platforms = positionsAt(doc, [...PLATFORM, 'platforms']);
  const field = [...PLATFORM, platforms.length > 0 ? 'platforms' : 'architectures'];
  if (architectures.length === 0) return removeField(doc, field);
  const written = imageSetView(doc).architectures;
  if (written.length === 0 && architectures.length === 1 && architectures[0] === 'amd64') return doc;
  if (platforms.length === 0) return putField(doc, field, architectures);
  let after = doc;
  for (const path of platforms.toReversed())
    if (!architectures.includes(String(fieldAt(doc, [...path, 'architecture']))))
      after = removeField(after, path);
  for (const architecture of architectures)
    if (!written.includes(architecture))
      after = putField(after, [...field, positionsAt(after, field).length], { os: 'linux', architecture });
  return after;
}

/** Sets whether the update graph is mirrored too. */
export function setGraph(doc: YamlText, graph: boolean): YamlText {
  return putField(doc, [...PLATFORM, 'graph'], graph || undefined);
}

/** Sets whether the CoreOS images for OpenShift Virtualization of the payloads are mirrored too. */
export function setKubeVirtContainer(doc: YamlText, wanted: boolean): YamlText {
  return putField(doc, [...PLATFORM, 'kubeVirtContainer'], wanted || undefined);
}
