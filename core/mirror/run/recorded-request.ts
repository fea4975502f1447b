import { z } from 'zod';
import type { RunFile } from '../../runs/audit/run-file.ts';
import type { ReplayRequest } from './replay-request.ts';
import type { MirrorRequest } from './request.ts';

const destination = z.object({ host: z.string(), namespace: z.string() });
const count = z.number().int().nonnegative();
const network = {
  sourceTlsVerify: z.boolean(),
  destinationTlsVerify: z.boolean(),
  authFile: z.string().optional(),
  retryTimes: count,
  retryDelayMs: z.number().nonnegative(),
  stallMs: z.number().positive().optional(),
  minRate: z.number().nonnegative().optional(),
  parallelImages: z.number().int().positive(),
  parallelLayers: z.number().int().positive(),
  rate: z.number().positive().optional(),
};

const REQUEST = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mirror'),
    workflow: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('mirrorToDisk'),
        directory: z.string(),
        from: z.string().optional(),
        fromRegistry: destination.optional(),
      }),
      z.object({ kind: z.literal('diskToMirror'), from: z.string(), destination }),
      z.object({
        kind: z.literal('mirrorToMirror'),
        workspace: z.string(),
        destination,
        fromRegistry: destination.optional(),
      }),
    ]),
    ...network,
    configFile: z.string().optional(),
    planFile: z.string().optional(),
    requireSignature: z.string().optional(),
    attach: z.array(z.string()).optional(),
    enclave: z.string(),
    stateDirectory: z.string().optional(),
    dryRun: z.boolean(),
    dryRunManifestLists: z.boolean().optional(),
    first: z.string().optional(),
    resend: z.boolean(),
    arrivedOnly: z.boolean().optional(),
    forRequest: z.string().optional(),
    trustLedger: z.boolean(),
    verifyPush: z.boolean(),
    archiveSizeGiB: z.number().positive().optional(),
    strictArchive: z.boolean(),
    maxNestedPaths: count,
    removeSignatures: z.boolean(),
    ignoreReleaseSignature: z.boolean(),
    graphBaseImage: z.string().optional(),
    icsp: z.boolean(),
    configDirectory: z.string().optional(),
    skipUnknown: z.boolean(),
    acceptEmptyCharts: z.boolean(),
    addDependencies: z.boolean(),
    allowRemoval: z.boolean(),
    securePolicy: z.boolean(),
    policy: z.string().optional(),
    registriesD: z.string().optional(),
    probe: z.boolean(),
    windows: z.array(z.string()).optional(),
    exitAtClose: z.boolean().optional(),
    until: z.string().optional(),
    maxBytes: z.number().positive().optional(),
  }),
  z.object({ kind: z.literal('replay'), directory: z.string(), sequence: count, ...network }),
]);

/** The request of a run, which can be repeated. */
export type RecordedRequest =
  | { kind: 'mirror'; request: MirrorRequest }
  | { kind: 'replay'; request: ReplayRequest };

/** Returns a request for run.json, whose command line is in `arguments` there. */
export function requestForRecord(
  recorded: { kind: 'mirror'; request: MirrorRequest } | { kind: 'replay'; request: ReplayRequest },
): Record<string, unknown> {
  const { arguments: _arguments, ...request } = recorded.request;
  return { kind: recorded.kind, ...request };
}

/** Returns the request of a recorded run. Undefined if the record has no valid request. */
export function recordedRequest(run: Pick<RunFile, 'request' | 'arguments'>): RecordedRequest | undefined {
  const parsed = REQUEST.safeParse(run.request);
  if (!parsed.success) return undefined;
  const { kind, ...request } = parsed.data;
  const words = { arguments: run.arguments };
  return parsed.data.kind === 'mirror'
    ? { kind: 'mirror', request: { ...(request as Omit<MirrorRequest, 'arguments'>), ...words } }
    : { kind: 'replay', request: { ...(request as Omit<ReplayRequest, 'arguments'>), ...words } };
}
