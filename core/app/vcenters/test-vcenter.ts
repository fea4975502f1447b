import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { PARTS } from '../../base/errors/message-parts.ts';
import { RULE } from '../../base/errors/rules.ts';
import { inUrl } from '../../base/files/loopback-address.ts';
import type { VCenterTest } from '../../contract/topics/install-config-requests.ts';
import type { InstallConfig, VCenter } from '../../install/install-config/model/model.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import { createHostCertificates } from '../../registry/access/host-certificates.ts';
import { type Finding, fault, fine, worstFirst } from '../doctor/checks/finding.ts';
import { hostProbes } from '../doctor/checks/host-probes.ts';
import { interrupted } from '../doctor/checks/step.ts';
import { examineHost } from '../doctor/examine-host.ts';
import type { Surroundings } from '../doctor/surroundings.ts';
import { checkInventory } from './check-inventory.ts';
import { t } from './messages.ts';
import { logInToVCenter } from './vcenter-session.ts';

export interface VCenterTestOptions {
  /** After loading: `afterLoading(config).config`. It contains the password. */
  config: InstallConfig;
  /** Position in `platform.vsphere.vcenters`. */
  index: number;
  host: HostFacts;
  signal: AbortSignal;
  /** ms for this vCenter. Default: 60 s. */
  limit?: number;
}

/** ms for a vCenter, and for each step of the path to it. */
const LIMIT = 60_000;
const STEP_LIMIT = 10_000;

/**
 * Tests a vCenter: name, connection, TLS with the CAs that Airlock trusts, login, and the objects of its failure domains.
 * It only reads. The first step that fails is the fault. The result never contains the password.
 * @throws AirlockError `interrupted`, `not-found` without such a vCenter, and for broken files of this host
 */
export async function testVCenter(options: VCenterTestOptions): Promise<VCenterTest> {
  const { config, index, host, signal, limit = LIMIT } = options;
  const { vcenters = [], failureDomains = [] } = config.platform?.vsphere ?? {};
  const vcenter = vcenters[index];
  if (!vcenter)
    throw new AirlockError('not-found', t('vcenterUnlisted', { number: index + 1 }), { side: 'local' });
  const { server = '' } = vcenter;
  const at = new Date().toISOString();
  const address = vcenterAddress(vcenter);
  const result = (findings: readonly Finding[]): VCenterTest => ({
    ...{ server, address, at },
    findings: worstFirst(findings),
  });
  if (!URL.canParse(`https://${address}`) || !server)
    return result([fault('name', server, 'error', unnamed(index))]);
  const late = AbortSignal.timeout(limit);
  const both = AbortSignal.any([signal, late]);
  const around = await surroundings(host);
  const findings: Finding[] = [];
  try {
    const place = { host: address, scheme: 'https', security: 'verified', registry: false } as const;
    const examined = await examineHost(place, around, both);
    findings.push(...examined.findings);
    if (examined.origin === undefined) return result(findings);
    const login = accountOf(vcenter);
    if (!login) {
      findings.push(fault('login', server, 'error', withoutLogin(server)));
      return result(findings);
    }
    const { access, userAgent } = around;
    const session = await logInToVCenter({
      ...{ origin: examined.origin, access, userAgent, signal: both },
      ...login,
    });
    try {
      findings.push(fine('login', server, t('loggedIn', { user: login.user, api: session.api })));
      const domains = failureDomains.filter((domain) => domain.server === server);
      findings.push(...(await checkInventory(server, domains, session, both)));
    } finally {
      await session.close();
    }
  } catch (thrown) {
    if (signal.aborted) throw interrupted();
    const error = late.aborted
      ? new AirlockError('stalled', t('tooSlow', { server, seconds: Math.round(limit / 1000) }), {
          remedy: t('tooSlowRemedy'),
        })
      : asAirlockError(thrown);
    findings.push(fault('login', server, 'error', error));
  } finally {
    await around.access.close();
  }
  return result(findings);
}

/** Returns the host and port that a test connects to, such as `vcenter.example.com:443`. */
export function vcenterAddress({ server = '', port }: Pick<VCenter, 'server' | 'port'>): string {
  return `${inUrl(server)}:${port ?? 443}`;
}

/** Returns the account of the installer, or with component credentials that of the Machine API. */
function accountOf({ user, password, componentCredentials }: VCenter) {
  const { machineManagement = {} } = componentCredentials ?? {};
  const account = { user: user || machineManagement.user, password: password || machineManagement.password };
  return account.user && account.password ? { user: account.user, password: account.password } : undefined;
}

function unnamed(index: number): AirlockError {
  return new AirlockError('vcenter-unfit', t('serverMissing', { number: index + 1 }), {
    remedy: t('serverMissingRemedy'),
  });
}

function withoutLogin(server: string): AirlockError {
  return new AirlockError('vcenter-unfit', t('accountMissing', { server }), {
    remedy: t('accountMissingRemedy'),
  });
}

async function surroundings({ env: given, home, tool }: HostFacts): Promise<Surroundings> {
  const env = { ...given };
  const access = await createAccess({ env, home });
  return {
    ...{ env, home, stepTime: STEP_LIMIT, userAgent: tool.replace(' ', '/'), probes: hostProbes() },
    access: {
      ...access,
      explain: async (error, origin) => withVCenterRemedy(await access.explain(error, origin)),
    },
    certificates: createHostCertificates({ env, home, systemRoot: '' }),
    // Certificates of vCenters are always verified, like in the installer.
    whyInsecure: () => '',
  };
}

/** Returns a connection fault with a remedy for a vCenter instead of one for a registry. */
function withVCenterRemedy(error: unknown): unknown {
  if (!(error instanceof AirlockError)) return error;
  const { code, message, cause, retryable, [RULE]: rule, [PARTS]: parts } = error;
  const closed =
    code === 'connection' && (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
  const remedy =
    rule?.id === 'tls-handshake-ended'
      ? t('handshakeEndedRemedy')
      : closed || rule?.id === 'tls-not-spoken' || code === 'protocol'
        ? t('portRemedy')
        : undefined;
  return remedy === undefined
    ? error
    : new AirlockError(code, parts ?? message, { remedy, cause, retryable, rule });
}
