import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ownEntry } from '../../../base/document/own-entry.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';
import { type Finding, fault, fine } from './finding.ts';

/** ms. A longer lookup has waited for a name server that doesn't respond. */
const SLOW = 2_000;
/** Timeout of the query to each name server. ms */
const RESOLVER_TIME = 2_000;

/**
 * Resolves a name as a run does, and queries every name server separately to find the one at fault.
 * @param explain turns a fault of the lookup into a typed error
 * @throws AirlockError of `explain`, with the answers of the name servers in `evidence` of the finding that it becomes
 */
export async function checkName(
  hostname: string,
  options: {
    resolvers: string[];
    explain: (error: unknown) => unknown;
  },
): Promise<Finding> {
  if (isIP(hostname)) return fine('name', hostname, t('isAddress', { host: hostname }));
  const started = performance.now();
  const requested = answersOf(hostname, options.resolvers);
  try {
    const found = await lookup(hostname, { all: true });
    const elapsed = performance.now() - started;
    const answers = await requested;
    const addresses = found.map(({ address }) => address).join(', ');
    if (elapsed < SLOW)
      return fine('name', hostname, t('resolved', { host: hostname, addresses }), answers.map(inWords));
    const seconds = (elapsed / 1000).toFixed(1);
    return fault(
      'name',
      hostname,
      'warning',
      new AirlockError('slow', t('resolvedSlowly', { host: hostname, addresses, seconds }), {
        remedy: remedyOf(answers) ?? t('resolversRemedy'),
      }),
      answers.map(inWords),
    );
  } catch (thrown) {
    const answers = await requested;
    const error = options.explain(thrown);
    const { message } = error as Error;
    const remedy = remedyOf(answers) ?? (error instanceof AirlockError ? error.remedy : undefined);
    return fault(
      'name',
      hostname,
      'error',
      new AirlockError('connection', message, { remedy: remedy || undefined }),
      answers.map(inWords),
    );
  }
}

interface Answer {
  resolver: string;
  addresses: string[];
  /** Code of c-ares if there are none, such as `ENOTFOUND` or `ETIMEOUT`. */
  code: string;
}

async function answersOf(hostname: string, resolvers: string[]): Promise<Answer[]> {
  // Names of this host come from its own files, so name servers don't know them.
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return [];
  return Promise.all(
    resolvers.map(async (address) => {
      const resolver = new Resolver({ timeout: RESOLVER_TIME, tries: 1 });
      resolver.setServers([address]);
      const both = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = both.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const [first] = both.flatMap((each) =>
        each.status === 'rejected' ? [(each.reason as NodeJS.ErrnoException).code ?? 'unknown'] : [],
      );
      return { resolver: address, addresses, code: first ?? '' };
    }),
  );
}

const WORDS = {
  ENOTFOUND: 'resolverNoName',
  ENODATA: 'resolverNoAddress',
  ETIMEOUT: 'resolverSilent',
  ECONNREFUSED: 'resolverClosed',
  ESERVFAIL: 'resolverFailed',
  EREFUSED: 'resolverRejected',
} as const;

function inWords({ resolver: server, addresses, code }: Answer): string {
  if (addresses.length > 0) return t('resolverAnswer', { server, addresses: addresses.join(', ') });
  const key = ownEntry<(typeof WORDS)[keyof typeof WORDS]>(WORDS, code);
  return key ? t(key, { server }) : t('resolverCode', { server, code });
}

/** Returns a remedy that names the name servers at fault; undefined if there are none, or if all are equal. */
function remedyOf(answers: Answer[]): string | undefined {
  const silent = answers.filter(
    ({ addresses, code }) => addresses.length === 0 && (code === 'ETIMEOUT' || code === 'ECONNREFUSED'),
  );
  const names = silent.map(({ resolver }) => resolver).join(', ');
  if (silent.length === 0) return undefined;
  return t('resolversSilentRemedy', { servers: names, count: silent.length });
}
