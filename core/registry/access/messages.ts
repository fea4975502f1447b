import { translator } from '../../base/messages/translator.ts';

/** Texts about how this host reaches registries: files, credentials, proxies, TLS and connections. */
export const t = translator({
  // files
  fileUnreadable: "{file} can't be read: {reason}",
  namedFileUnreadable: "{file} (from {source}) can't be read: {reason}",
  namedFileMissing: "{file} (from {source}) doesn't exist",
  fileMissing: "{file} doesn't exist",

  // auth files
  authFileNotWritable: "can't write credentials to {file}, which isn't a regular file",
  authFileNotWritableRemedy: 'Check REGISTRY_AUTH_FILE, or keep the credentials for this session only.',
  authFileWithHelper: '{file} delegates the credentials for {host} to a credential helper',
  authFileWithHelperRemedy:
    'Log in with the helper (docker-credential-{helper}), or keep the credentials for this session only.',
  authFileField: '{file}: {field}: {reason}',
  authFileRoot: '{file} is invalid: {reason}',
  authFileFieldRemedy: 'Fix the entry in the auth file, or log in again (`podman login HOST`).',
  authNotBase64: `{file}: the "auth" value for {entry} isn't valid base64`,
  authNotBase64Remedy: 'Log in again (`podman login HOST`).',
  authFileNotJson: "{file} isn't valid JSON",
  authFileNotJsonAt: "{file} isn't valid JSON (line {line}, column {column})",
  authFileNotJsonRemedy: 'Fix the auth file, or log in again (`podman login HOST`).',

  // where credentials come from
  originAuthFile: '{file}, entry {entry}',
  originHelper: 'docker-credential-{helper} (credHelpers in {file}, entry {server})',
  originStore: 'docker-credential-{helper} (credsStore in {file}, entry {server})',
  originRegistriesConf: 'docker-credential-{helper} (credential-helpers in registries.conf)',
  helperNameInvalid: '"{name}" isn\'t a valid credential helper name',
  helperMissing: "{program} isn't installed or isn't in PATH",
  helperNotStarted: "{program} can't be started",
  helperExit: '{program} failed for {server} (exit code {exit})',
  helperFailed: '{program} failed for {server}',
  helperTimeout: "{program} didn't return credentials for {server} within {seconds} s",
  helperOutputTooLong: 'the output of {program} exceeds the limit of {bytes} bytes',
  helperNotJson: '{program} returned invalid JSON for {server}',

  // registries.conf
  confRemedy: 'Fix the file. containers-registries.conf(5) describes its format.',
  confNotToml: "{file} isn't valid TOML (line {line}, column {column}): {reason}",
  confField: '{file}: {field}: {reason}',
  confVersionsMixed:
    '{file} mixes version 1 ([registries.search], [registries.insecure], [registries.block]) and version 2 ([[registry]]) of the format',
  confVersionOne:
    '{file} uses version 1 of the format ([registries.search], [registries.insecure], [registries.block]), but only version 2 ([[registry]]) is supported',
  confSearchHost: '{file}: unqualified-search-registries: "{host}" isn\'t a valid host[:port]',
  confShortNameMode: '{file}: short-name-mode is "{mode}", but must be enforcing, permissive or disabled',
  confNoLocation: '{file}: a [[registry]] entry has neither a location nor a prefix',
  confNoRegistryLocation:
    '{file}: the [[registry]] entry "{prefix}" has no location, which is optional only for prefixes such as *.example.com',
  confWildcard: '{file}: [[registry]] "{prefix}": the wildcard * is allowed only as in *.example.com',
  confPullOutsideMirror:
    '{file}: [[registry]] "{prefix}": pull-from-mirror is allowed only in [[registry.mirror]]',
  confCredentials:
    '{file}: a [[registry]] entry has credentials in its prefix or location. Remove them and use an auth file instead.',
  confScheme: '{file}: [[registry]] "{prefix}": "{location}" must not start with http:// or https://',
  confMirrorNoLocation: '{file}: [[registry]] "{prefix}": a mirror has no location',
  confPullTwice:
    '{file}: [[registry]] "{prefix}": mirror-by-digest-only and pull-from-mirror (mirror "{mirror}") are mutually exclusive',
  confPullValue:
    '{file}: [[registry]] "{prefix}": pull-from-mirror is "{value}", but must be all, digest-only or tag-only',
  confConflict:
    '{file}: registry "{registry}" is defined more than once, with conflicting values for "{setting}"',
  registryBlocked: '{name} is blocked: {file} blocks the registry {prefix}',
  registryBlockedRemedy: 'Remove the "blocked" setting from {file}, or change the reference.',
  locationInvalid: '{file}: with the location "{location}", {name} becomes the invalid name {rewritten}',
  locationInvalidRemedy: 'Fix the `location` value in the file.',
  tagPrefix:
    '{file}: the prefix {prefix} specifies a single tag or digest, but Airlock supports only prefixes for entire repositories',
  tagPrefixRemedy: 'Change the prefix to {name}.',

  // certificates
  keyMissing:
    'the key {key} for the client certificate {file} is missing. If {file} is a CA certificate, its name must end in .crt.',
  certificateMissing: 'the certificate {certificate} for the client key {file} is missing',
  clientCertificateInvalid: "{folder}: the client certificate can't be used: {reason}",
  noCertificate: '{file} contains no PEM certificate',
  damagedCertificate: '{file} contains a damaged certificate',
  fileFrom: '{file} (from {source})',
  issuerUntrusted: 'this host doesn\'t trust the certificate: its issuer is "{issuer}"',
  issuerUnknown: "this host doesn't trust the certificate: its issuer is unknown",
  selfSigned: "this host doesn't trust the certificate: it is self-signed ({issuer})",
  issuerRemedy:
    'Add the certificate of "{issuer}" to the trusted CAs on this host, or to certs.d/HOST:PORT/ca.crt.',
  clockAhead:
    "the clock on this host is {duration} ahead of the server's clock and shows {time}, which is outside the certificate's validity period",
  clockBehind:
    "the clock on this host is {duration} behind the server's clock and shows {time}, which is outside the certificate's validity period",
  certificateExpired: 'the certificate has expired (clock on this host: {time})',
  certificateExpiredDates:
    'the certificate has expired (valid from {start} to {end}, clock on this host: {time})',
  certificateNotYetValid: "the certificate isn't valid yet (clock on this host: {time})",
  certificateNotYetValidDates:
    "the certificate isn't valid yet (valid from {start} to {end}, clock on this host: {time})",
  certificateDatesRemedy:
    "If the clock on this host is wrong, correct it. Otherwise, renew the server's certificate.",
  certificateNames: "the certificate isn't valid for the requested name, only for {names}",
  certificateWithoutNames: 'the certificate contains no host names',
  certificateWithoutNamesRemedy: 'Reissue the certificate with the requested name.',
  certificateNamesRemedy:
    'Use one of the names in the certificate, or reissue the certificate with the requested name.',
  skewAhead: '{duration} ahead of',
  skewBehind: '{duration} behind',

  // connections
  throughProxy: '{host} (through the proxy {proxy})',
  connectionRejected: 'no service listens on this port',
  connectionRejectedRemedy:
    'Check the host and port. If the registry uses plain HTTP on a port other than 80, add the port to the registry name.',
  connectionReset: 'the connection was reset',
  connectionAborted: 'the connection was aborted',
  connectionClosed: 'the server closed the connection',
  answerTooShort: 'the response ended too early',
  connectionTimeout: 'the connection timed out',
  connectTimeout: 'no connection within 20 s',
  connectTimeoutRemedy:
    'Check the network and firewalls. If the host is reachable only through a proxy, set HTTPS_PROXY.',
  noRouteToHost: 'no route to the host',
  noRouteToNetwork: 'no route to the network',
  nameServerSilent: "the name server doesn't respond",
  nameServerSilentRemedy: 'Check the name servers that this host uses.',
  nameUnknown: "the name can't be resolved",
  nameUnknownRemedy:
    'Check the spelling of the name and the name servers. If the host is reachable only through a proxy, set HTTPS_PROXY.',
  notTls: "the server doesn't support TLS and seems to use plain HTTP",
  notTlsRemedy:
    'For a registry without TLS, use --src-tls-verify=false or --dest-tls-verify=false, or set insecure = true in registries.conf.',
  stalled: 'the server stopped responding',
  connectionsClosed: 'the connections to {host} were closed',
  notHttp: "the server didn't respond with HTTP",
  notHttpRemedy: 'Check the port. If the server uses TLS, use https.',
  handshakeEnded: 'the server ended the TLS handshake ({code})',
  handshakeEndedRemedy:
    'If the server requires a client certificate, add NAME.cert and NAME.key to certs.d/HOST:PORT.',
  noTls: 'the TLS connection failed ({code})',

  // requests
  stopped: 'stopped on request',
  tooManyRedirects: '{address} redirects more than {count} times',
  redirect: '{address} redirects to {target}',
  redirectInvalid: '{address} redirects to an invalid address',
  redirectDowngradeRemedy: "Use an address that doesn't redirect from https to http.",
  redirectRemedy: 'Check the address.',
  answerTooLong: 'the response from {address} exceeds the limit of {bytes} bytes',
  answerTooLongExpected: 'at most {bytes} bytes',
  answered: '{address} returned {status}',
  tooSlow:
    '{transfer}: the transfer is slower than the minimum rate ({bytes} bytes {direction, select, delivered {delivered} other {accepted}} in {seconds} s)',
  tooSlowRemedy:
    'Check the network path and the registry. To accept slower transfers, lower --min-rate (0 disables the minimum).',

  // proxies
  proxyUnset: 'neither {variable} nor ALL_PROXY is set',
  proxySet: 'set by {variable}',
  proxyExemptLoopback: 'local addresses never use a proxy',
  proxyExempt: '{variable} contains {entry}',
  proxyInvalid: "{variable} isn't a valid address such as http://proxy:3128",
  proxyScheme: '{variable} specifies a {scheme} proxy, but only http and https are supported',
  proxyNoAnswer: 'no response within {seconds} s',
  proxyAuthentication:
    "the proxy {proxy} ({variable}) requires {schemes} authentication (407), which Airlock doesn't support",
  proxyAuthenticationRemedy:
    'Allow basic authentication in the proxy. Alternatively, run a proxy such as cntlm or px on this host, and set {variable}=http://127.0.0.1:3128.',
  proxyRejectedLogin: 'the proxy {proxy} ({variable}) rejected the user name or password (407) for {target}',
  proxyRequiresLogin: 'the proxy {proxy} ({variable}) requires a user name and password (407) for {target}',
  proxyLoginRemedy:
    'Add the user name and password to {variable}: http://USER:PASSWORD@HOST:PORT, with special characters percent-encoded. For NTLM or Kerberos, run a proxy such as cntlm or px on this host, and set {variable}=http://127.0.0.1:3128.',
  proxyRejected: "the proxy {proxy} ({variable}) didn't connect to {target} and returned {status}",
  proxyRejectedRemedy: 'Check that the proxy allows {target}, or add its host to NO_PROXY.',
  proxyUnusable: "the proxy {proxy} ({variable}) can't be used: {reason}",
  proxyUnusableRemedy: "Check the address in {variable}. List hosts that don't need a proxy in NO_PROXY.",
});
