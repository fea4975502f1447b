import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../../base/errors/codes.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import type { Access } from '../../../registry/access/access.ts';
import type { HttpAnswer, HttpGetOptions } from '../../../registry/access/http-get.ts';
import type { Registries } from '../../../registry/exchange/registry.ts';
import { CHART_NAME } from './chart.ts';
import { MOST_BYTES } from './files.ts';
import { isValueMap, readYaml, type Value } from './yaml.ts';

/** The network as charts need it; a run's session is one. */
export interface ChartSources {
  access: Access;
  registries: Registries;
  /** GET of an index or an archive. */
  get(url: string, options: Omit<HttpGetOptions, 'retry'>): Promise<HttpAnswer>;
}

/** One version of a chart in an index. */
export interface IndexEntry {
  name: string;
  version: string;
  type: string;
  urls: string[];
  /** 64 hex characters; empty where the index has none. */
  digest: string;
}

/** Charts of an index by name; what is asked for is read, the rest of a long index is not. */
export interface ChartIndex {
  names: string[];
  /** Undefined: the repository has no such chart. @throws AirlockError `chart-invalid` */
  versions(name: string): IndexEntry[] | undefined;
}

/** @throws AirlockError `config-invalid` when it is no address of a repository */
export function repositoryUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (!parsed || !/^(?:https?|oci):$/.test(parsed.protocol) || !parsed.host)
    throw new AirlockError('config-invalid', `invalid chart repository ${JSON.stringify(withoutUser(url))}`, {
      remedy:
        'Write an address such as https://charts.example.com/stable or oci://registry.example.com/charts.',
    });
  return parsed;
}

/** An address for messages and files: without user info, query and fragment. */
export function shownUrl({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

function withoutUser(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//').replace(/[?#].*$/s, '');
}

/** `index.yaml` below the address, whether that ends in a slash or not. */
export function indexUrl(repository: URL): URL {
  const url = new URL(repository);
  if (!url.pathname.endsWith('/index.yaml'))
    url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/index.yaml`;
  return url;
}

/** @throws AirlockError of the network, `not-found`, `unauthorized`, `denied` */
export async function fetchIndex(
  repository: URL,
  sources: Pick<ChartSources, 'access' | 'get'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  return fetchFile(indexUrl(repository), repository, sources, signal);
}

/**
 * The packaged chart of an entry, its digest checked where the index has one.
 * @throws AirlockError of the network, `digest-mismatch`
 */
export async function fetchChart(
  address: URL,
  entry: IndexEntry,
  repository: URL,
  sources: ChartSources,
  signal?: AbortSignal,
): Promise<Buffer> {
  const archive = await fetchFile(address, repository, sources, signal);
  const found = sha256(archive);
  if (entry.digest && found !== `sha256:${entry.digest}`)
    throw new AirlockError('digest-mismatch', `${shownUrl(address)} is not what the index says it is`, {
      side: 'source',
      expected: `sha256:${entry.digest}`,
      found,
    });
  return archive;
}

/** Where an entry's archive is; relative addresses count from the repository. @throws AirlockError `chart-invalid` */
export function chartUrl({ name, version, urls }: IndexEntry, repository: URL): URL {
  const base = indexUrl(repository);
  const address = urls[0] === undefined ? null : URL.parse(urls[0], base.href);
  if (!address || !/^(?:https?|oci):$/.test(address.protocol))
    throw new AirlockError(
      'chart-invalid',
      `chart ${name} ${version} has no usable address in ${shownUrl(base)}`,
      {
        side: 'source',
      },
    );
  return address;
}

async function fetchFile(
  url: URL,
  repository: URL,
  { access, get }: Pick<ChartSources, 'access' | 'get'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const authorization = await authorizationFor(url, repository, access);
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  const { status, body } = await get(plain.href, {
    maxBytes: MOST_BYTES,
    authorization: authorization || undefined,
    signal,
  });
  if (status >= 200 && status < 300) return body;
  const codes: Record<number, ErrorCode> = {
    401: 'unauthorized',
    403: 'denied',
    404: 'not-found',
    429: 'rate-limited',
  };
  const code = codes[status] ?? (status >= 500 ? 'server-error' : 'protocol');
  throw new AirlockError(code, `${shownUrl(url)} answered ${status}`, {
    side: 'source',
    found: String(status),
    remedy: code === 'not-found' ? 'Check the address of the chart repository.' : undefined,
  });
}

/** Credentials in the address are for its own host; auth files are asked for every host, as for registries. */
async function authorizationFor(url: URL, repository: URL, access: Access): Promise<string | undefined> {
  const given = [url, repository].find(({ origin, username }) => username && origin === url.origin);
  if (given) return basic(decodeURIComponent(given.username), decodeURIComponent(given.password));
  const known = await access.credentials(url.host, url.pathname.replace(/^\/+|\/+$/g, ''));
  if (known?.kind === 'basic') return basic(known.username, known.password);
  return known?.kind === 'registry-token' ? `Bearer ${known.token}` : undefined;
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * @param subject names the index in errors
 * @throws AirlockError `chart-invalid` when it is no index
 */
export function readIndex(bytes: Buffer, subject: string): ChartIndex {
  const text = bytes.toString('utf8');
  const invalid = (why: string) =>
    new AirlockError('chart-invalid', `${subject} is no index of charts: ${why}`, {
      side: 'source',
      remedy: 'Check the address of the chart repository; a login page may be in between.',
    });
  const read = (part: string): Value | undefined => {
    try {
      return readYaml(part, 'text');
    } catch (error) {
      throw invalid((error as Error).message);
    }
  };
  const sections = sectionsOf(text) ?? completeOf(read(text));
  if (!sections) throw invalid('it has no entries');
  return {
    names: [...sections.keys()],
    versions(name) {
      const section = sections.get(name);
      if (section === undefined) return undefined;
      const list = typeof section === 'string' ? read(section) : { [name]: section };
      const entries = isValueMap(list) ? list[name] : undefined;
      return Array.isArray(entries) ? entries.flatMap((entry) => entryOf(entry, name)) : [];
    },
  };
}

/** An index as `helm repo index` writes it, cut into its charts: some are tens of MB long. */
function sectionsOf(text: string): Map<string, string> | undefined {
  const [head] = /^entries:[ \t]*\r?\n/m.exec(text) ?? [];
  if (!head) return undefined;
  const body = text.slice(text.search(/^entries:/m) + head.length);
  const end = body.search(/^[^\s#-]/m);
  const entries = end < 0 ? body : body.slice(0, end);
  const [, indent] = /^( +)[\w"'.-]+:[ \t]*\r?$/m.exec(entries) ?? [];
  if (!indent) return undefined;
  const starts = [...entries.matchAll(new RegExp(`^${indent}(["']?)([\\w.-]+)\\1:[ \\t]*\\r?$`, 'gm'))];
  if (starts.length === 0 || entries.slice(0, starts[0]!.index).trim()) return undefined;
  return new Map(starts.map((start, i) => [start[2]!, entries.slice(start.index, starts[i + 1]?.index)]));
}

function completeOf(index: Value | undefined): Map<string, Value> | undefined {
  if (!isValueMap(index) || !isValueMap(index.entries)) return undefined;
  return new Map(Object.entries(index.entries));
}

function entryOf(entry: Value, chart: string): IndexEntry[] {
  if (!isValueMap(entry)) return [];
  const text = (name: string) => (typeof entry[name] === 'string' ? entry[name] : '');
  // Names become parts of file names.
  if (!/^[\w][\w.+-]*$/.test(text('version')) || !CHART_NAME.test(chart)) return [];
  return [
    {
      name: chart,
      version: text('version'),
      type: text('type'),
      urls: Array.isArray(entry.urls) ? entry.urls.filter((url) => typeof url === 'string') : [],
      digest: text('digest').replace(/^sha256:/, ''),
    },
  ];
}
