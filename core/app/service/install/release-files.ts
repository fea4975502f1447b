import { join } from 'node:path';
import { architectureOfHost } from '../../../content/release-tools/tool-places.ts';
import type { ReleasePlace } from '../../../mirror/release-files/release-store.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { parseDestination } from '../../../mirror/run/workflow.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';

/** `releases.extract`: tools and the live ISO of a mirrored release. */
export function releaseHandlers(state: ServiceState): HandlersOf<'releases'> {
  return {
    'releases.extract': async (given, { signal }) => {
      const { from, version, architecture, maxNestedPaths = 0, tools, iso, ticket } = given;
      const to = absolutePath(given.to, 'to');
      const isRegistry = from.startsWith('docker://');
      const mirror = isRegistry ? parseDestination(from) : undefined;
      const host = mirror ? state.hostAt(mirror.host) : state.hostFor(from);
      const signatures =
        given.signatures === undefined
          ? defaultStateDirectory(host)
          : absolutePath(given.signatures, 'signatures');
      const place: ReleasePlace = mirror
        ? { kind: 'registry', mirror, maxNestedPaths, signatures }
        : { kind: 'sets', directory: absolutePath(from, 'from') };
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
