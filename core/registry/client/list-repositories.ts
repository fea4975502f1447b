import type { Registry } from '../exchange/registry.ts';

/** A response has at most 64 KiB. */
const REPOSITORIES_A_PAGE = 250;

/**
 * Returns the repositories of a registry (`/v2/_catalog`), or undefined if it doesn't list them.
 * @param atMost no further page is read after this many repositories
 */
export async function listRepositories(
  registry: Pick<Registry, 'ask'>,
  { atMost, signal }: { atMost: number; signal?: AbortSignal },
): Promise<string[] | undefined> {
  const found: string[] = [];
  const seen = new Set<string>();
  let path: string | undefined = `/v2/_catalog?n=${REPOSITORIES_A_PAGE}`;
  while (path !== undefined && !seen.has(path) && found.length <= atMost) {
    seen.add(path);
    const answer = await registry.ask({ method: 'GET', path, signal });
    let names: unknown;
    try {
      names = (JSON.parse(answer.body.toString('utf8')) as { repositories?: unknown }).repositories;
    } catch {
      return undefined;
    }
    if (answer.status !== 200 || !Array.isArray(names)) return undefined;
    for (const name of names) if (typeof name === 'string') found.push(name);
    const next = /<([^<>]*)>\s*;[^,<]*\brel="?next\b/i.exec(answer.headers.link ?? '')?.[1];
    const url = next === undefined ? undefined : new URL(next, 'http://registry');
    path = url && url.pathname + url.search;
  }
  return found;
}
