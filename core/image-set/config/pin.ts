import { Document, isMap, isSeq, type Node, type YAMLMap } from 'yaml';
import {
  fieldPair,
  insertedAfter,
  removed,
  renamed,
  withValue,
} from '../../base/document/edit/field-edits.ts';
import { applyWhatFits, type TextEdit } from '../../base/document/edit/text-edits.ts';
import { resolved, sameValue } from '../../base/document/node-value.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type ImageReference, nameOf, parseReference } from '../../base/image/reference.ts';
import { decode } from './decode.ts';
import {
  API_VERSION,
  DELETE_IMAGE_SET,
  type DeleteImageSetFields,
  IMAGE_SET,
  type ImageSetFields,
} from './fields.ts';
import { newFindings } from './findings.ts';
import { parseYaml } from './go-yaml.ts';
import type { OperatorSelection } from './image-set.ts';
import { t } from './messages.ts';

/**
 * A catalog's tag and the digest to which it was resolved (oc-mirror v2: internal/pkg/config/pin_catalogs.go).
 */
export interface CatalogPin {
  /** Position among the operators of the configuration, from 0. */
  index: number;
  /** As in the configuration. */
  catalog: string;
  /** `registry/path@sha256:…` */
  pinned: string;
  digest: Digest;
  /** The tag of the configuration, else that of `catalog`, so that names at the destination don't change. */
  targetTag: string;
}

/** Queries a registry for the digest of a tag, undefined if the image doesn't exist. */
export type DigestOf = (reference: ImageReference, signal?: AbortSignal) => Promise<Digest | undefined>;

/**
 * Resolves the tags of catalogs, each once, except those of folders (`oci://`) and references with a digest.
 * @returns the pins, and an error for each catalog that couldn't be resolved (oc-mirror warns, and its collector fails
 * later)
 * @throws AirlockError `interrupted`
 */
export async function pinCatalogs(
  operators: Pick<OperatorSelection, 'catalog' | 'targetTag' | 'at'>[],
  digestOf: DigestOf,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ pins: CatalogPin[]; failures: AirlockError[] }> {
  const requested = new Map<string, Promise<Digest | undefined>>();
  const request = (reference: ImageReference) => {
    const answer = requested.get(reference.text) ?? digestOf(reference, signal);
    requested.set(reference.text, answer);
    return answer;
  };
  const results = await Promise.all(
    operators.map(async ({ catalog, targetTag, at }, index) => {
      try {
        const reference = parseReference(catalog);
        if (reference.transport === 'oci' || reference.digest || !reference.tag) return undefined;
        const digest = await request(reference);
        if (!digest)
          throw new AirlockError('not-found', t('catalogToPinMissing', { reference: reference.text }), {
            side: 'source',
          });
        const pinned = `${nameOf(reference)}@${digest}`;
        return { index, catalog, pinned, digest, targetTag: targetTag || reference.tag };
      } catch (thrown) {
        const error = asAirlockError(thrown);
        if (error.code === 'interrupted' || error.code === 'internal') throw error;
        const { code, remedy, side, exitCode, expected, found } = error;
        return new AirlockError(
          code,
          `failed to pin catalog at index ${index} (${catalog}): ${error.message}`,
          {
            ...{ remedy, exitCode, cause: error },
            side,
            at,
            expected,
            found,
          },
        );
      }
    }),
  );
  return {
    pins: results.flatMap((result) => (result && !(result instanceof AirlockError) ? [result] : [])),
    failures: results.flatMap((result) => (result instanceof AirlockError ? [result] : [])),
  };
}

/** Returns the operators of a configuration with their pins, for collection. */
export function pinnedOperators(operators: OperatorSelection[], pins: CatalogPin[]): OperatorSelection[] {
  const byIndex = new Map(pins.map((pin) => [pin.index, pin]));
  return operators.map((operator, index) => {
    const pin = byIndex.get(index);
    return pin ? { ...operator, catalog: pin.pinned, targetTag: pin.targetTag } : operator;
  });
}

/** Returns oc-mirror's names of the pinned files in `working-dir/`, with a resolution of one second. */
export function pinnedFileNames(at: Date): { imageSet: string; deletion: string } {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  return { imageSet: `isc_pinned_${time}.yaml`, deletion: `disc_pinned_${time}.yaml` };
}

/**
 * Returns an ImageSetConfiguration with pinned catalogs. Comments and everything else are left unchanged. A file that
 * can't be edited in place (anchors, repeated fields) is rewritten without comments, as oc-mirror does.
 * @param text of a configuration that loads
 */
export function pinnedImageSet(text: string, pins: CatalogPin[]): string {
  const wanted = pinnedFields(text, pins);
  const edited = edit(text, (root) => [...headEdits(text, root), ...pinEdits(text, root, pins)]);
  return sameValue(imageSetFields(edited), wanted) ? edited : rewritten(wanted);
}

function pinnedFields(text: string, pins: CatalogPin[]): ImageSetFields {
  const fields = imageSetFields(text);
  const pinOf = new Map(pins.map((pin) => [pin.index, pin]));
  const operators = (fields.mirror?.operators ?? []).map((operator, index) => {
    const pin = pinOf.get(index);
    return pin ? { ...operator, catalog: pin.pinned, targetTag: pin.targetTag } : operator;
  });
  return {
    ...fields,
    apiVersion: API_VERSION,
    mirror: fields.mirror
      ? { ...fields.mirror, operators: fields.mirror.operators ? operators : fields.mirror.operators }
      : fields.mirror,
  };
}

/**
 * Returns the DeleteImageSetConfiguration that deletes the content of a configuration: `mirror` is `delete`, without
 * `blockedImages` and `archiveSize`.
 * @param text of a configuration that loads, pinned or to be pinned
 */
export function pinnedDeletion(text: string, pins: CatalogPin[]): string {
  const { blockedImages: _, ...content } = pinnedFields(text, pins).mirror ?? {};
  const deletes = (edited: string) => sameValue(deletionFields(edited).delete ?? {}, content);
  const atOnce = edit(text, (root) => [
    ...headEdits(text, root),
    ...pinEdits(text, root, pins),
    ...deletionEdits(text, root),
  ]);
  if (deletes(atOnce)) return atOnce;
  // Adjacent edits are made one after the other.
  const pinned = pinnedImageSet(text, pins);
  const edited = edit(pinned, (root) => deletionEdits(pinned, root));
  return deletes(edited) ? edited : rewritten({ apiVersion: API_VERSION, kind: DELETION, delete: content });
}

const DELETION = 'DeleteImageSetConfiguration';

function deletionEdits(text: string, root: YAMLMap): TextEdit[] {
  const [kindPair, section, size] = ['kind', 'mirror', 'archiveSize'].map((name) => fieldPair(root, name));
  if (!kindPair || !section) return [];
  const blocked = isMap(section.value) ? fieldPair(section.value, 'blockedImages') : undefined;
  return [
    withValue(root, kindPair, DELETION),
    renamed(section, 'delete'),
    ...(size ? [removed(text, root, size)] : []),
    ...(blocked && isMap(section.value) ? [removed(text, section.value, blocked)] : []),
  ];
}

function headEdits(text: string, root: YAMLMap): TextEdit[] {
  const [kind, apiVersion] = [fieldPair(root, 'kind'), fieldPair(root, 'apiVersion')];
  if (apiVersion) return [withValue(root, apiVersion, API_VERSION)];
  return kind ? [insertedAfter(text, root, kind, 'apiVersion', API_VERSION)] : [];
}

function pinEdits(text: string, root: YAMLMap, pins: CatalogPin[]): TextEdit[] {
  const mirror = fieldPair(root, 'mirror')?.value;
  const operators = isMap(mirror) ? fieldPair(mirror, 'operators')?.value : undefined;
  if (!isSeq(operators)) return [];
  return pins.flatMap(({ index, pinned, targetTag }) => {
    const operator = operators.items[index];
    const catalog = isMap(operator) ? fieldPair(operator, 'catalog') : undefined;
    if (!isMap(operator) || !catalog) return [];
    const tag = fieldPair(operator, 'targetTag');
    return [
      withValue(operator, catalog, pinned),
      tag
        ? withValue(operator, tag, targetTag)
        : insertedAfter(text, operator, catalog, 'targetTag', targetTag),
    ];
  });
}

function edit(text: string, edits: (root: YAMLMap) => TextEdit[]): string {
  const { document } = parseYaml(text);
  const root: Node | undefined = document && resolved(document.contents);
  return isMap(root) ? applyWhatFits(text, edits(root)).text : text;
}

function imageSetFields(text: string): ImageSetFields {
  const { document, lines } = parseYaml(text);
  return (document && decode(document.contents, IMAGE_SET, newFindings('', lines))) ?? {};
}

function deletionFields(text: string): DeleteImageSetFields {
  const { document, lines } = parseYaml(text);
  return (document && decode(document.contents, DELETE_IMAGE_SET, newFindings('', lines))) ?? {};
}

/** Returns YAML as Go writes it: sorted, with lists not indented. */
function rewritten(fields: ImageSetFields | DeleteImageSetFields): string {
  const document = new Document(fields, { version: '1.1', sortMapEntries: true });
  return document.toString({ lineWidth: 0, indentSeq: false });
}
