import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Finding, fault, fine } from './finding.ts';

/** A lookup that takes longer than this has waited for a name server that does not answer. ms */
const SLOW = 2_000;
/** What each name server is given for its own answer. ms */
const RESOLVER_TIME = 2_000;

/**
 * Looks a name up as a run does, and asks every name server on its own, so that the one that is at fault has a name.
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
  if (isIP(hostname)) return fine('name', hostname, `${hostname} is an address; no name is looked up`);
  const started = performance.now();
  const requested = answersOf(hostname, options.resolvers);
  try {
    const found = await lookup(hostname, { all: true });
    const elapsed = performance.now() - started;
    const answers = await requested;
    const what = `${hostname} is ${found.map(({ address }) => address).join(', ')}`;
    if (elapsed < SLOW) return fine('name', hostname, what, answers.map(inWords));
    return fault(
      'name',
      hostname,
      'warning',
      new AirlockError('slow', `${what}, but that took ${(elapsed / 1000).toFixed(1)} s to find out`, {
        remedy: remedyOf(answers) ?? 'Check the name servers of this host (/etc/resolv.conf).',
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
  /** c-ares' code where there are none, e.g. `ENOTFOUND`, `ETIMEOUT`. */
  code: string;
}

async function answersOf(hostname: string, resolvers: string[]): Promise<Answer[]> {
  // Names of this host come from its own files; a name server knows nothing of them.
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

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'does not know the name',
  ENODATA: 'has no address for the name',
  ETIMEOUT: 'does not answer',
  ECONNREFUSED: 'takes no questions',
  ESERVFAIL: 'could not find out',
  EREFUSED: 'refuses to say',
};

function inWords({ resolver, addresses, code }: Answer): string {
  const reported = addresses.length > 0 ? `says ${addresses.join(', ')}` : (WORDS[code] ?? `answers ${code}`);
  return `name server ${resolver} ${reported}`;
}

/** Which name server to look at; undefined when none is at fault, or all are alike. */
function remedyOf(answers: Answer[]): string | undefined {
  const silent = answers.filter(
    ({ addresses, code }) => addresses.length === 0 && (code === 'ETIMEOUT' || code === 'ECONNREFUSED'),
  );
  const names = silent.map(({ resolver }) => resolver).join(', ');
  if (silent.length === 0) return undefined;
  return `Check the name servers of this host (/etc/resolv.conf): ${names} ${silent.length > 1 ? 'do' : 'does'} not answer.`;
}
