import { hostname } from 'node:os';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ContractDoctorReport } from '../../contract/topics/doctor.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import { readConfiguration } from '../../mirror/approval/configuration.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../mirror/run/state-directory.ts';
import type { Destination } from '../../mirror/run/workflow.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import { createHostCertificates } from '../../registry/access/host-certificates.ts';
import type { RegistryProfile } from '../../registry/capabilities/profile.ts';
import { checkDirectory, checkSpace, type DirectoryToCheck } from './checks/directory.ts';
import { checkDiskSpeed } from './checks/disk-speed.ts';
import { type Finding, fault, worstFirst } from './checks/finding.ts';
import { checkHost } from './checks/host.ts';
import { type HostProbes, hostProbes } from './checks/host-probes.ts';
import { interrupted } from './checks/step.ts';
import { type ExaminedNetwork, examineNetwork } from './examine-network.ts';
import type { Progress } from './known-hosts.ts';
import { t } from './messages.ts';
import type { Surroundings } from './surroundings.ts';

/** What to examine. Paths are absolute. */
export interface DoctorRequest {
  /** ImageSetConfiguration. All hosts that it needs are examined. */
  configFile?: string;
  workspace?: string;
  destination?: Destination;
  authFile?: string;
  sourceTlsVerify: boolean;
  destinationTlsVerify: boolean;
}

export interface DoctorOptions {
  signal: AbortSignal;
  /** Reports the number of completed checks, the number of known checks, and the last one that started. */
  onProgress?: (progress: { done: number; total: number; doing: string }) => void;
  /** Default: the probes of this host. */
  probes?: HostProbes;
  /** ms for each step of a check. Default 10,000. */
  stepTime?: number;
  /** Bytes that are written to measure a disk. Default 64 MiB. */
  sampleBytes?: number;
}

export interface DoctorReport extends Pick<ContractDoctorReport, 'ok' | 'hosts' | 'notes'> {
  findings: Finding[];
  /** The profile of the destination, if one was given and could be probed. */
  profile?: RegistryProfile;
}

const STEP_TIME = 10_000;
const SAMPLE_BYTES = 64 * 2 ** 20;

/**
 * Finds everything that would stop Airlock from working here, each with a remedy. It changes nothing: the files that it
 * writes to measure a disk, and the content that it pushes to a scratch repository of the destination, are removed again.
 * @throws AirlockError `config-unreadable`, `config-invalid` for the configuration; `interrupted`
 */
export async function examine(
  request: DoctorRequest,
  host: HostFacts,
  options: DoctorOptions,
): Promise<DoctorReport> {
  const { signal } = options;
  const probes = options.probes ?? hostProbes();
  const configuration =
    request.configFile === undefined
      ? undefined
      : (await readConfiguration(request.configFile)).configuration;
  const progress = counted(options.onProgress);
  const [local, network] = await Promise.all([
    examineHere(request, host, probes, options.sampleBytes ?? SAMPLE_BYTES, progress, signal),
    reach(request, host, configuration, probes, options.stepTime ?? STEP_TIME, progress, signal),
  ]);
  if (signal.aborted) throw interrupted();
  const findings = worstFirst([...network.findings, ...local]);
  return {
    ok: findings.every(({ level }) => level !== 'error'),
    findings,
    hosts: network.hosts,
    notes: network.notes,
    profile: network.profile,
  };
}

/** Returns the findings about this host and its state directory. Contacts no other host. @throws AirlockError `interrupted` */
export async function examineThisHost(host: HostFacts, signal: AbortSignal): Promise<Finding[]> {
  const request = { sourceTlsVerify: true, destinationTlsVerify: true };
  const findings = await examineHere(request, host, hostProbes(), SAMPLE_BYTES, () => {}, signal);
  if (signal.aborted) throw interrupted();
  return findings;
}

function counted(report: DoctorOptions['onProgress']): Progress {
  let done = 0;
  let total = 0;
  let doing = '';
  return (change) => {
    if ('started' in change) {
      total++;
      doing = change.started;
    } else done++;
    report?.({ done, total, doing });
  };
}

async function examineHere(
  { workspace }: DoctorRequest,
  host: HostFacts,
  probes: HostProbes,
  sampleBytes: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<Finding[]> {
  const temporary = host.env.TMPDIR || host.env.TEMP || '/tmp';
  const folders: DirectoryToCheck[] = [
    workspace === undefined
      ? { directory: defaultStateDirectory(host), role: 'state' }
      : { directory: workspace, role: 'workspace' },
    { directory: temporary, role: 'temporary' },
  ];
  progress({ started: t('hostProgress') });
  const findings = await checkHost(hostname(), temporary, probes);
  for (const folder of folders) findings.push(...(await checkDirectory(folder, probes)));
  findings.push(...(await checkSpace(folders, probes)));
  progress({ done: true });
  // A disk that is full or isn't writable has already been reported.
  if (workspace === undefined || findings.some(({ check, level }) => level === 'error' && DISK.has(check)))
    return findings;
  progress({ started: t('diskProgress', { folder: workspace }) });
  findings.push(await checkDiskSpeed(workspace, sampleBytes, signal));
  progress({ done: true });
  return findings;
}

const DISK: ReadonlySet<string> = new Set(['directory', 'space']);

async function reach(
  request: DoctorRequest,
  host: HostFacts,
  configuration: ImageSetConfiguration | undefined,
  probes: HostProbes,
  stepTime: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExaminedNetwork> {
  const { destination, workspace, authFile, sourceTlsVerify, destinationTlsVerify } = request;
  const env = { ...host.env };
  const { home } = host;
  const isInsecure = (name: string) =>
    name === destination?.host ? !destinationTlsVerify : !sourceTlsVerify;
  let around: Surroundings;
  try {
    const access = await createAccess({
      env,
      home,
      authFile,
      typed: host.credentials,
      insecureHosts: (name) => isInsecure(name) || undefined,
    });
    around = {
      access,
      certificates: createHostCertificates({ env, home, systemRoot: '' }),
      env,
      home,
      probes,
      userAgent: host.tool.replace(' ', '/'),
      stepTime,
      whyInsecure: (name) =>
        isInsecure(name)
          ? t('insecureByOption', { side: name === destination?.host ? 'dest' : 'src' })
          : t('insecureByConfig'),
    };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    const finding = fault('files', error.at?.file ?? t('ownFiles'), 'error', error);
    return { findings: [finding], hosts: [], notes: [] };
  }
  try {
    return await examineNetwork({
      configuration,
      workspace,
      destination,
      around,
      thisHost: hostname(),
      progress,
      signal,
    });
  } finally {
    await around.access.close();
  }
}
