import type { DeleteChoiceLine, DeletePreview, DeleteResult } from '../../core/contract/topics/deletes.ts';

/** Returns a choice with its children. */
export function choice(
  name: string,
  kind: DeleteChoiceLine['kind'],
  ...children: DeleteChoiceLine[]
): DeleteChoiceLine {
  return { id: name, kind, name, requestedBy: [], images: 2, children };
}

/** Returns a preview: 12 of 20 images are deleted, 8 are retained for two reasons. */
export function deletePreview(more: Partial<DeletePreview> = {}): DeletePreview {
  return {
    images: 12,
    of: 20,
    bytesFreed: 3 * 2 ** 30,
    groups: [
      { deliverable: 'odf', images: 12, of: 20, bytes: 3 * 2 ** 30, names: ['ocp/odf:v1', 'ocp/odf:v2'] },
    ],
    protected: [
      { reason: 'lab.yaml needs them', images: 5, names: ['ocp/rook:v1'] },
      { reason: 'The cluster runs them', images: 3, names: [] },
    ],
    protectedTotal: 8,
    tagsOnly: 0,
    absent: [],
    absentTotal: 0,
    attachments: 0,
    problems: [],
    ...more,
  };
}

/** Returns the result of a complete deletion. */
export function deleteResult(more: Partial<DeleteResult> = {}): DeleteResult {
  return {
    images: { total: 12, deleted: 12, absent: 0, retained: 0, failed: 0 },
    bytesFreed: 3 * 2 ** 30,
    verified: { images: 8, manifests: 9, blobs: 40, broken: 0 },
    garbageCollection: ['Run `registry garbage-collect`.'],
    restore: ['Push `/w` again.'],
    restoreFrom: '/w',
    registry: { host: 'registry.lab:5000', namespace: 'ocp' },
    ...more,
  };
}
