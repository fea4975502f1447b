import { join } from 'node:path';
import { architectureOfHost } from '../../../content/release-tools/tool-places.ts';
import type { RequestParsed } from '../../../contract/contract.ts';
import type { ReleasePlace } from '../../../mirror/release-files/release-store.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { parseDestination } from '../../../mirror/run/workflow.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';

type Choice = RequestParsed<'releases.bootImages'>;

/** Tools and the live ISO of a mirrored release, and the boot images that it lists. */
export function releaseHandlers(state: ServiceState): HandlersOf<'releases'> {
  /** Returns where the release is, and the settings that apply there. */
  const placeOf = ({
    from,
    maxNestedPaths = 0,
    signatures,
  }: Choice): { place: ReleasePlace; host: HostFacts } => {
    if (!from.startsWith('docker://'))
      return { place: { kind: 'sets', directory: absolutePath(from, 'from') }, host: state.hostFor(from) };
    const mirror = parseDestination(from);
    const host = state.hostAt(mirror.host);
    const folder =
      signatures === undefined ? defaultStateDirectory(host) : absolutePath(signatures, 'signatures');
    return { place: { kind: 'registry', mirror, maxNestedPaths, signatures: folder }, host };
  };
  return {
    'releases.bootImages': async (given, { signal }) => {
      const { version, architecture } = given;
      const { place, host } = placeOf(given);
      const [{ releaseBootImages }, { lateSession }] = await Promise.all([
        import('../../../mirror/release-files/boot-images.ts'),
        import('../../sources/late-session.ts'),
      ]);
      await using network = lateSession({ host });
      const found = await releaseBootImages(
        {
          ...{ from: place, version: version || undefined, architecture },
          ...{ ignoreReleaseSignature: false, securePolicy: false },
        },
        { host, registries: async () => (await network.open()).registries, signal },
      );
      const images = found.images.map(({ build: _build, ...image }) => image);
      return { version: found.version, images, problems: found.problems };
    },
    'releases.checkBootImage': async ({ file, sha256, ticket }, { signal }) => {
      const { checkBootImage } = await import('../../../mirror/release-files/check-boot-image.ts');
      using report = state.jobs.request(ticket, { phase: 'check', unit: 'bytes' });
      const path = absolutePath(file, 'file');
      return { size: await checkBootImage({ file: path, sha256 }, { onProgress: report, signal }) };
    },
    'releases.extract': async (given, { signal }) => {
      const { version, architecture, tools, iso, ticket } = given;
      const to = absolutePath(given.to, 'to');
      const { place, host } = placeOf(given);
      const [{ extractReleaseFiles }, { lateSession }] = await Promise.all([
        import('../../../mirror/release-files/extract-release.ts'),
        import('../../sources/late-session.ts'),
      ]);
      using report = state.jobs.request(ticket, { phase: 'extract', unit: 'bytes' });
      await using network = lateSession({ host });
      const result = await extractReleaseFiles(
        {
          ...{ from: place, version: version || undefined, architecture, tools, iso, to },
          hostArchitecture: architectureOfHost(process.arch),
          ...{ ignoreReleaseSignature: false, securePolicy: false },
        },
        {
          host,
          registries: async () => (await network.open()).registries,
          onProgress: ({ file, done, total }) => report(done, total, { detail: join(to, file) }),
          signal,
        },
      );
      const { files, problems, installs } = result;
      return {
        ...{ version: result.version, architecture: result.architecture, installs, problems },
        isOriginalName: result.isOriginalName,
        files: files.map(({ name, path, size, sha256, component, image }) => ({
          ...{ name, path, size, sha256, component, image },
        })),
      };
    },
  };
}
