import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { ExportLine } from '../../../contract/topics/media.ts';
import { roomForVolumes } from '../../../media/export/fill-drive.ts';
import { exportStatus } from '../../../media/export/media-status.ts';
import { knownExport, type SetToCarry, setToCarry, withNewCut } from '../../../media/export/plan.ts';
import { projectedFill } from '../../../media/export/projected-fill.ts';
import { readExportState } from '../../../media/export/state.ts';
import { byDeliverable } from '../../../media/import/report.ts';
import { diodeProfile } from '../../../media/origin/diode-profile.ts';
import { DRIVE_PROFILE, type MediaProfile } from '../../../media/origin/export-profile.ts';
import { recordFingerprint } from '../../../media/record/fingerprint.ts';
import { deliverableOf, deliverablesByImage } from '../../../media/retention/usage.ts';
import { DEFAULT_VOLUME_SIZE } from '../../../media/volumes/cut.ts';
import type { DriveFacts } from '../../../media/volumes/drive.ts';
import type { CutVolume } from '../../../media/volumes/export-document.ts';
import { openImageSource } from '../../../store/archive/archive-source.ts';
import { imagesOfSet } from '../../../store/archive/complete-images.ts';
import { entriesIn, entryRange } from '../../../store/archive/received-spans.ts';
import { classify } from '../../../store/set-format/entry-names.ts';
import type { SetIndex } from '../../../store/set-format/set-index.ts';
import { t } from './messages.ts';

/** The purpose of each blob of a set: the first deliverable that needs it. */
type Purposes = ReadonlyMap<Digest, string>;

/** The purpose of links, and of files that don't belong to an image. */
const OTHERS = t('namesAndFiles');

/** Returns the profile of an export with the size of its volumes: the requested size, or that of the export so far. */
export async function sizedProfile(request: {
  workspace: string;
  transfer: string;
  volumeSize?: number | undefined;
  profile: 'drive' | 'diode';
}): Promise<{ profile: MediaProfile; volumeSize: number }> {
  const before = await readExportState(request.workspace, request.transfer);
  const same = before?.profile === request.profile ? before : undefined;
  const volumeSize = request.volumeSize ?? same?.revisions.at(-1)?.volumeSize ?? DEFAULT_VOLUME_SIZE;
  return { volumeSize, profile: request.profile === 'diode' ? diodeProfile(volumeSize) : DRIVE_PROFILE };
}

/**
 * Plans how transfers are split for media. The purposes of blobs are read once for each set.
 * @param probe reads the free space and state of a drive
 */
export function createExportPlans(tool: string, probe: (path: string) => Promise<DriveFacts>) {
  const known = new Map<string, Promise<Purposes>>();
  const purposesOf = (workspace: string, set: SetToCarry): Promise<Purposes> => {
    const key = `${workspace}\n${set.indexSha256}`;
    const found = known.get(key) ?? findPurposes(workspace, set);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };

  /**
   * Returns the volumes of an export so far, and splits the rest for these media. It writes nothing.
   * @throws AirlockError as `setToCarry` and `knownExport`
   */
  return async (request: {
    workspace: string;
    transfer: string;
    volumeSize?: number | undefined;
    profile: 'drive' | 'diode';
    to: readonly string[];
  }): Promise<ExportLine> => {
    const { workspace, transfer, to } = request;
    const set = await setToCarry(workspace, transfer);
    const { profile, volumeSize } = await sizedProfile(request);
    const before = await knownExport(workspace, set, profile);
    const facts = await Promise.all(to.map((path) => probe(path).catch(() => undefined)));
    const rooms = facts.map((one) => (one && !one.readOnly ? roomForVolumes(set, one) : undefined));
    const media = rooms.filter((room) => room !== undefined);
    const state =
      before && media.length === 0 && before.revisions.at(-1)?.volumeSize === volumeSize
        ? before
        : withNewCut(before, { set, profile, volumeSize, media, tool, now: new Date() });
    const status = exportStatus(state);
    const purposes = await purposesOf(workspace, set);
    const cut = new Map(state.revisions.at(-1)?.volumes.map((volume) => [volume.number, volume]));
    const { id: _id, ...line } = status;
    const fill = projectedFill(
      status.volumes.filter((volume) => volume.state === 'missing'),
      rooms,
    );
    return {
      ...line,
      projected: fill.drives.flatMap((volumes, i) =>
        rooms[i] === undefined
          ? []
          : { path: to[i]!, volumes: volumes.map(({ number }) => number), bytes: bytesOf(volumes) },
      ),
      // The room of a drive that can't be read now is unknown.
      left: media.length < to.length ? NOTHING : { volumes: fill.left.length, bytes: bytesOf(fill.left) },
      started: (before?.written.length ?? 0) > 0,
      volumes: status.volumes.map((volume) => ({
        ...volume,
        deliverable: mostOf(cut.get(volume.number)!, set.index, purposes),
      })),
      fingerprint: recordFingerprint({
        indexSha256: set.indexSha256,
        files: set.index.volumes.map(({ sha256 }) => sha256),
      }),
    };
  };
}

const NOTHING = { volumes: 0, bytes: 0 };

function bytesOf(volumes: readonly { size: number }[]): number {
  return volumes.reduce((sum, { size }) => sum + size, 0);
}

async function findPurposes(workspace: string, { directory, index }: SetToCarry): Promise<Purposes> {
  const named = await deliverablesByImage(workspace);
  const source = await openImageSource(directory);
  try {
    const purposes = new Map<Digest, string>();
    for (const image of await imagesOfSet(index, source)) {
      const name = deliverableOf(image, named) ?? byDeliverable([image])[0]!.name;
      for (const part of image.content) if (!purposes.has(part)) purposes.set(part, name);
    }
    return purposes;
  } catch (thrown) {
    throw asAirlockError(thrown);
  } finally {
    await source.close();
  }
}

/** Returns the purpose of most bytes of a volume. */
function mostOf({ spans }: Pick<CutVolume, 'spans'>, index: SetIndex, purposes: Purposes): string {
  const sizes = new Map<string, number>();
  for (const { file, offset, length } of spans) {
    const entries = index.volumes.find(({ name }) => name === file)?.entries ?? [];
    for (const entry of entriesIn(entries, offset, offset + length)) {
      const [from, to] = entryRange(entry);
      const here = Math.min(to, offset + length) - Math.max(from, offset);
      const kind = classify(entry[0]);
      const name = kind.kind === 'blob' ? (purposes.get(kind.digest) ?? OTHERS) : OTHERS;
      sizes.set(name, (sizes.get(name) ?? 0) + here);
    }
  }
  return [...sizes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? OTHERS;
}
