/** An image name as containers tools compare it: fully expanded (`docker.io/library/busybox:latest`). */
export interface DockerReference {
  /** `host[:port]/path`, without tag and digest. */
  name: string;
  tag?: string;
  /** `sha256:…` or another algorithm. */
  digest?: string;
}

const LABEL = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const PATH = `${PATH_PART}(?:/${PATH_PART})*`;

const IS_DOMAIN = new RegExp(`^${DOMAIN}$`);
const IS_PATH = new RegExp(`^${PATH}$`);
const IS_PREFIX = new RegExp(`^${DOMAIN}(?:/${PATH})?$`);
const IS_TAG = /^\w[\w.-]{0,127}$/;
const IS_DIGEST = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;

/** The maximum length of a name in the distribution specification. */
const LONGEST_NAME = 255;

/**
 * Parses a name like containers tools do in signatures and policies. `busybox` is `docker.io/library/busybox`, and the
 * first element is a host if it has a dot, a port or an upper-case letter, or is `localhost`. Returns undefined for an
 * invalid name. Tag and digest can both be missing.
 */
export function parseDockerReference(text: string): DockerReference | undefined {
  if (/^[a-f0-9]{64}$/.test(text)) return undefined;
  const slash = text.indexOf('/');
  const first = slash < 0 ? '' : text.slice(0, slash);
  const isHost = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  return isHost ? expanded(first, text.slice(slash + 1)) : expanded('docker.io', text);
}

/**
 * Parses the name of an image to pull. The first element is always the registry (oc-mirror v2:
 * internal/pkg/image/image.go), so that the policy applies to the host that serves the image. The digest has precedence
 * over the tag, as for the pull. Returns undefined for an invalid name, and for one with neither tag nor digest.
 */
export function parseImageName(text: string): DockerReference | undefined {
  const slash = text.indexOf('/');
  const complete =
    slash < 0 ? expanded('docker.io', text) : expanded(text.slice(0, slash), text.slice(slash + 1));
  if (!complete || !(complete.tag || complete.digest)) return undefined;
  return complete.digest ? { name: complete.name, digest: complete.digest } : complete;
}

function expanded(host: string, rest: string): DockerReference | undefined {
  const domain = host === 'index.docker.io' ? 'docker.io' : host;
  const at = rest.indexOf('@');
  const digest = at < 0 ? undefined : rest.slice(at + 1);
  const named = at < 0 ? rest : rest.slice(0, at);
  const colon = named.lastIndexOf(':');
  const tag = colon < 0 ? undefined : named.slice(colon + 1);
  const written = colon < 0 ? named : named.slice(0, colon);
  const path = domain === 'docker.io' && !written.includes('/') ? `library/${written}` : written;
  if (digest !== undefined && !IS_DIGEST.test(digest)) return undefined;
  if (tag !== undefined && !IS_TAG.test(tag)) return undefined;
  if (!IS_DOMAIN.test(domain) || !IS_PATH.test(path)) return undefined;
  const name = `${domain}/${path}`;
  if (name.length > LONGEST_NAME) return undefined;
  return { name, tag, digest };
}

/** Returns the reference as text, `name[:tag][@digest]`. */
export function referenceText({ name, tag, digest }: DockerReference): string {
  return `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** Returns whether `remapIdentity` can replace a text: `host[:port]` with or without a path. */
export function isNamePrefix(text: string): boolean {
  return IS_PREFIX.test(text);
}

/**
 * Returns the scopes that apply to an image, the most specific first: itself, its repository, the namespaces above, the
 * host, and `*.domain` for every parent domain (containers-policy.json(5), containers-registries.d(5)).
 */
export function scopesOf(reference: DockerReference): string[] {
  const scopes = [referenceText(reference)];
  let name = reference.name;
  for (let slash = name.lastIndexOf('/'); ; slash = name.lastIndexOf('/')) {
    scopes.push(name);
    if (slash < 0) break;
    name = name.slice(0, slash);
  }
  // Wildcards have no port.
  const labels = name.replace(/:\d+$/, '').split('.');
  for (let from = 1; from < labels.length; from++) scopes.push(`*.${labels.slice(from).join('.')}`);
  return scopes;
}
