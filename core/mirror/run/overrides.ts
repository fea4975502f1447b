import type { HostFacts, MirrorRequest } from './request.ts';

/** Variables that replace CAs, sources or policies of the system. */
const TRUST_BY_ENVIRONMENT = [
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CONTAINERS_REGISTRIES_CONF',
  'CONTAINERS_POLICY_CONF',
];

/** Returns the disabled checks of network connections. */
export function networkOverrides(
  request: Pick<MirrorRequest, 'sourceTlsVerify' | 'destinationTlsVerify'>,
): string[] {
  return [
    ...(request.sourceTlsVerify ? [] : ['src-tls-verify=false']),
    ...(request.destinationTlsVerify ? [] : ['dest-tls-verify=false']),
  ];
}

/** Returns the disabled checks of a request, for audits. */
export function overridesOf(request: MirrorRequest, host: HostFacts): string[] {
  const { env } = host;
  return [
    ...(request.ignoreReleaseSignature ? ['ignore-release-signature'] : []),
    ...(request.removeSignatures ? ['remove-signatures'] : []),
    ...networkOverrides(request),
    ...(request.resend ? ['resend'] : []),
    ...(request.skipUnknown ? ['skip-unknown'] : []),
    ...(request.acceptEmptyCharts ? ['accept-empty-charts'] : []),
    ...(request.allowRemoval ? ['allow-removal'] : []),
    ...(request.trustLedger ? ['trust-ledger'] : []),
    ...(request.securePolicy && request.policy ? [`policy=${request.policy}`] : []),
    ...(request.securePolicy && request.registriesD ? [`registries.d=${request.registriesD}`] : []),
    ...(request.probe ? [] : ['no-probe']),
    ...(request.planFile ? [`plan=${request.planFile}`] : []),
    ...(request.graphBaseImage ? [`graph-base-image=${request.graphBaseImage}`] : []),
    ...[
      'UPDATE_URL_OVERRIDE',
      'OCP_SIGNATURE_URL',
      'OCP_SIGNATURE_VERIFICATION_PK',
      ...TRUST_BY_ENVIRONMENT,
    ].flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : [])),
  ];
}
