import type { WorkingFiles } from '../../base/collected/collected.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { type KnownContent, type MirrorPlace, withPush } from '../../cluster/config/known-content.ts';
import type { PushedImage } from '../../content/resources/pushed-image.ts';
import type { VerificationKeys } from '../../content/signature/verification-keys.ts';
import { savedSignatures, verifiedSignatures } from '../../content/signature/verified-signatures.ts';
import { listRuns, readListedRun } from '../../runs/audit/read-runs.ts';
import type { RecordedImage } from '../../runs/audit/run-file.ts';
import { recordedRequest } from '../run/recorded-request.ts';

/**
 * Returns the content of a destination according to the audit records, for folders whose own file is missing.
 * Records contain no templates of catalogs. Signatures are the saved ones.
 * @returns undefined when no push to this destination is recorded
 */
export async function knownFromRecords(options: {
  runs: string;
  files: WorkingFiles;
  enclave: string;
  destination: MirrorPlace;
  keys: () => Promise<VerificationKeys>;
}): Promise<KnownContent | undefined> {
  const { runs, files, enclave, destination, keys } = options;
  let known: KnownContent | undefined;
  for (const listed of await listRuns(runs)) {
    const { name, run, status } = listed;
    const recorded = run && recordedRequest(run);
    if (recorded?.kind !== 'mirror' || (status !== 'complete' && status !== 'partial')) continue;
    const { request } = recorded;
    const { workflow } = request;
    if (workflow.kind === 'mirrorToDisk' || request.enclave !== enclave) continue;
    const { host, namespace } = workflow.destination;
    if (host !== destination.host || namespace !== destination.namespace) continue;
    const images = (await readListedRun(listed)).images.flatMap((image) => pushedImage(image, host));
    const signatures = new Map<Digest, Uint8Array[]>();
    for (const { digest } of images.filter(({ kind }) => kind === 'ocpRelease')) {
      const messages = await savedSignatures(files, digest);
      const { verified } = await verifiedSignatures({ digest, messages, keys: await keys() });
      if (verified.length > 0) signatures.set(digest, verified);
    }
    known = withPush(
      known,
      { enclave, destination },
      {
        images,
        catalogs: images.filter(({ kind }) => kind === 'operatorCatalog'),
        signatures,
        repositoryScope: request.maxNestedPaths > 0,
        icsp: request.icsp,
        run: name,
        at: new Date(run?.endedAt ?? 0),
      },
    );
  }
  return known;
}

/** Returns the recorded image of a result, whose destination is `host/repository:tag`. */
function pushedImage(image: RecordedImage, host: string): PushedImage[] {
  const { kind, origin, source, destination, digest, result } = image;
  const colon = destination.lastIndexOf(':');
  if (result === 'failed' || !origin || !isDigest(digest) || !destination.startsWith(`${host}/`)) return [];
  return [
    {
      ...{ kind, origin, digest },
      source: { registry: '', repository: source },
      destination: {
        registry: host,
        repository: destination.slice(host.length + 1, colon),
        tag: destination.slice(colon + 1),
      },
    },
  ];
}
