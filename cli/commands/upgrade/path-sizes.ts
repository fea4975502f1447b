import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { yamlOf } from '../../../core/base/document/yaml-of.ts';
import { makeTemporaryDirectory } from '../../../core/base/files/temporary-directory.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';

export interface PathSizes {
  /** Everything that the configuration selects, shared content once. */
  bytes: number;
  /** Of these what the workspace has, or has sent. */
  bytesPresent: number;
  /** What a release adds to those before it; undefined for one that was left out. */
  ofRelease(version: string): number | undefined;
}

/**
 * Plans a configuration to know its bytes: payloads and manifests are read from registries, nothing is copied.
 * @param workspace `file://DIR`: its content counts as present; true: none
 * @throws AirlockError as `planMirror`
 */
export async function sizesOf(
  configuration: object,
  workspace: string | true,
  { terminal, signal, pause }: CommandContext,
  options: Record<string, unknown>,
): Promise<PathSizes> {
  const { srcTlsVerify, authfile } = options as { srcTlsVerify: boolean; authfile?: string };
  const [{ planMirror }, { MIRROR_DEFAULTS }] = await Promise.all([
    import('../../../core/mirror/plan/plan-mirror.ts'),
    import('../../../core/mirror/run/command-of.ts'),
  ]);
  const scratch = await makeTemporaryDirectory('sizes');
  try {
    const configFile = join(scratch, 'isc.yaml');
    await writeFile(configFile, yamlOf(configuration));
    const directory =
      workspace === true ? join(scratch, 'workspace') : userPath(directoryOf(workspace, '--sizes'));
    const request: MirrorRequest = {
      ...MIRROR_DEFAULTS,
      workflow: { kind: 'mirrorToDisk', directory },
      configFile,
      dryRun: false,
      resend: false,
      trustLedger: false,
      verifyPush: false,
      strictArchive: false,
      sourceTlsVerify: srcTlsVerify,
      destinationTlsVerify: true,
      ...(authfile !== undefined && { authFile: userPath(authfile) }),
      removeSignatures: false,
      ignoreReleaseSignature: false,
      skipUnknown: false,
      acceptEmptyCharts: false,
      addDependencies: false,
      allowRemoval: false,
      securePolicy: false,
      probe: false,
      icsp: false,
      arguments: [],
    };
    terminal.say('info', 'Asking registries for sizes');
    const { summary } = await planMirror(request, hostFacts(), {
      emit: () => {},
      signal: AbortSignal.any([signal, pause]),
      pause,
    });
    for (const problem of summary.problems) terminal.problem(problem);
    return {
      bytes: summary.bytes,
      bytesPresent: summary.bytesPresent,
      ofRelease: (version) =>
        Object.entries(summary.bySection).find(([name]) => name.startsWith(`release ${version}-`))?.[1].bytes,
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
