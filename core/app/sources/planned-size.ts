import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { yamlOf } from '../../base/document/yaml-of.ts';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import type { PlanSummary } from '../../mirror/approval/plan-document.ts';
import { planMirror } from '../../mirror/plan/plan-mirror.ts';
import { MIRROR_DEFAULTS } from '../../mirror/run/command-of.ts';
import type { RunControl } from '../../mirror/run/request.ts';
import type { PathImageSet } from '../../upgrade/answers/image-set-of.ts';
import type { NetworkUse } from './late-session.ts';

export interface SizeUse extends Omit<NetworkUse, 'emit'> {
  /** The workspace whose content counts as already downloaded. Default: an empty one. */
  workspace?: string | undefined;
  signal: AbortSignal;
  onImage?(seen: number, total: number): void;
}

/**
 * Plans a configuration to determine its size. Reads payloads and manifests from registries, and copies nothing.
 * @throws AirlockError as `planMirror`
 */
export async function plannedSize(
  configuration: PathImageSet,
  { host, settings, workspace, signal, onImage }: SizeUse,
): Promise<PlanSummary> {
  const scratch = await makeTemporaryDirectory('sizes');
  const control: RunControl = { emit: () => {}, signal, pause: new AbortController().signal };
  try {
    const configFile = join(scratch, 'isc.yaml');
    await writeFile(configFile, yamlOf(configuration));
    const { summary } = await planMirror(
      {
        ...MIRROR_DEFAULTS,
        workflow: { kind: 'mirrorToDisk', directory: workspace ?? join(scratch, 'workspace') },
        configFile,
        dryRun: false,
        resend: false,
        trustLedger: false,
        verifyPush: false,
        strictArchive: false,
        sourceTlsVerify: true,
        destinationTlsVerify: true,
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
        ...settings,
      },
      host,
      control,
      onImage,
    );
    return summary;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
