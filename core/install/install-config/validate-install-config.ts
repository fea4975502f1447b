import { otherFile } from '../../base/document/recognize/other-file.ts';
import { placeAt, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { checkAgent } from './checks/agent.ts';
import { checkBareMetal } from './checks/baremetal.ts';
import { checkCapabilities, checkPlatformChoice, checkPublish } from './checks/cluster.ts';
import { checkIdentity, checkVersion } from './checks/identity.ts';
import { checkMachinePools } from './checks/machine-pools.ts';
import { checkTraps } from './checks/multi-vcenter.ts';
import { checkNetworking } from './checks/networking.ts';
import { checkJoinSubnet } from './checks/ovn.ts';
import { checkImageSources, checkProxy, checkPullSecret } from './checks/sources.ts';
import { checkUserProvisioned } from './checks/user-provisioned.ts';
import { checkVips } from './checks/vips.ts';
import { checkLoadBalancer, checkStaticHosts, checkVSphere } from './checks/vsphere.ts';
import { checkCloud, uncheckedOf } from './clouds/check-cloud.ts';
import { afterLoading, conversionsOf } from './deprecated/deprecated.ts';
import { type Checks, type InstallConfigProblem, newChecks } from './model/checks.ts';
import { checkFeatureSet } from './model/feature-gates.ts';
import { type InstallMethod, platformOf } from './model/model.ts';
import { readDocument } from './model/read-install-config.ts';
import { machinesNeeded } from './model/topology.ts';
import { parseRelease } from './model/versions.ts';

export interface ValidateOptions {
  /** `4.17` or `4.17.3`; by default the newest release. */
  openShiftVersion?: string;
  /** For the places of problems. */
  file?: string;
  /**
   * `agent` adds the rules of the agent-based installer and removes those it doesn't have. `user-provisioned` adds warnings
   * about fields that only apply to machines of the installer. Default: `installer`.
   */
  method?: InstallMethod;
}

export interface Verdict {
  /** Whether the installer would accept the file: no problem is an error. */
  ok: boolean;
  problems: InstallConfigProblem[];
  /**
   * The platform if the installer checks it with rules that Airlock doesn't apply: those that need access to it, and those
   * of the listed fields. Undefined: Airlock applies all rules.
   */
  unchecked: { platform: string; fields: string[] } | undefined;
}

/**
 * Checks all rules of the installer that need no network (openshift/installer: pkg/types/validation/installconfig.go),
 * with its messages in its order. Errors that it doesn't detect follow with code `install-config-unnoticed`, mostly as
 * warnings.
 * Never throws. Messages contain no secrets.
 */
export function validateInstallConfig(document: YamlText, options: ValidateOptions = {}): Verdict {
  const { openShiftVersion, file, method = 'installer' } = options;
  const read = readDocument(document, file);
  const other = otherFileProblem(document, file);
  if (other) return { ok: false, problems: [other], unchecked: undefined };
  if (read.problems.some(({ level }) => level === 'error'))
    return { ok: false, problems: read.problems, unchecked: undefined };
  const { config, originOf } = afterLoading(read.config);
  const release = parseRelease(openShiftVersion);
  const checks = newChecks({
    ...{ config, method, release, document, file, originOf },
    platform: platformOf(config),
  });
  for (const step of conversionsOf(read.config))
    if (!step.quiet && !step.onlyInFile)
      checks.deprecated(
        step.at ?? (step.kind === 'set' ? (step.from ?? step.path) : step.from),
        step.message,
        step.remedy,
      );
  if (checkVersion(checks)) checkAll(checks);
  const problems = [...read.problems, ...checks.problems];
  return {
    ok: problems.every(({ level }) => level !== 'error'),
    problems,
    unchecked: uncheckedOf(checks),
  };
}

/** Returns the problem that a file isn't install-config.yaml. */
function otherFileProblem(document: YamlText, file: string | undefined): InstallConfigProblem | undefined {
  const other = otherFile(valueAt(document, []), 'installConfig');
  if (!other) return undefined;
  const { field, message, remedy } = other;
  const place = placeAt(document, [field], { of: 'key' });
  return {
    ...{ code: 'install-config-invalid', level: 'error', message, remedy },
    ...{ file, line: place?.line ?? 1, column: place?.column ?? 1 },
    path: field,
  };
}

function checkAll(checks: Checks): void {
  checkIdentity(checks);
  checkNetworking(checks);
  checkVips(checks);
  checkJoinSubnet(checks);
  checkPlatformChoice(checks);
  if (checks.platform === 'vsphere') {
    checkVSphere(checks);
    const { masters, workers } = machinesNeeded(checks.config);
    checkStaticHosts(checks, masters, workers);
  }
  if (checks.platform === 'baremetal') {
    checkBareMetal(checks);
    checkLoadBalancer(checks);
  }
  checkCloud(checks);
  checkMachinePools(checks);
  checkPullSecret(checks);
  checkProxy(checks);
  checkImageSources(checks);
  checkPublish(checks);
  checkCapabilities(checks);
  checkFeatureSet(checks);
  if (checks.method === 'agent') checkAgent(checks);
  if (checks.method === 'user-provisioned') checkUserProvisioned(checks);
  checkTraps(checks);
}
