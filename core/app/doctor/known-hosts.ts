import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { NeededHost } from '../../contract/topics/doctor.ts';
import { createAllowList } from './allow-list.ts';
import type { ClockReading } from './checks/clock.ts';
import { type Finding, fault } from './checks/finding.ts';
import type { ImageNeed } from './checks/needs.ts';
import { atOnce } from './checks/step.ts';
import { type ExaminedHost, examineHost, type HostPlace } from './examine-host.ts';
import type { Surroundings } from './surroundings.ts';

/** Hosts at once. */
const AT_ONCE = 6;

/** Called when something begins and when it is over. */
export type Progress = (change: { started: string } | { done: true }) => void;

/** Every host that has been looked at so far, each once. */
export interface KnownHosts {
  /** @throws AirlockError `interrupted` */
  examine(places: readonly HostPlace[]): Promise<void>;
  /** Whether the way to an origin was found to be in order. */
  usable(origin: string): boolean;
  /** Whether an origin is that of a host that has been looked at. */
  isKnown(origin: string): boolean;
  /** Something is wrong with the host of an origin, and told. */
  isAtFault(origin: string): boolean;
  /** Puts an origin on the allow-list. */
  allow(origin: string, why: string): void;
  /** Where an image is pulled from, mirrors first; none where registries.conf forbids it, which becomes a finding. */
  sources(need: ImageNeed): HostPlace[];
  allowList(): NeededHost[];
  clocks(): ClockReading[];
  /** @param spared origins that nothing depends on: their faults are warnings */
  findings(spared: (origin: string) => boolean): Finding[];
}

/** The place's origin as it is first tried. */
export function originOf({ host, scheme }: Pick<HostPlace, 'host' | 'scheme'>): string {
  return new URL(`${scheme}://${host}`).origin;
}

export function createKnownHosts(around: Surroundings, progress: Progress, signal: AbortSignal): KnownHosts {
  const examined = new Map<string, ExaminedHost>();
  const allowed = createAllowList();
  const forbidden = new Map<string, Finding>();
  const usable = (origin: string) => examined.get(origin)?.origin !== undefined;

  return {
    usable,
    async examine(places) {
      const fresh = new Map<string, HostPlace>();
      for (const place of places) {
        const key = originOf(place);
        const registry = place.registry || (fresh.get(key)?.registry ?? false);
        if (!examined.has(key)) fresh.set(key, { ...place, registry });
      }
      await atOnce([...fresh], AT_ONCE, async ([key, place]) => {
        progress({ started: place.host });
        examined.set(key, await examineHost(place, around, signal));
        progress({ done: true });
      });
    },
    isKnown: (origin) =>
      examined.has(origin) || [...examined.values()].some((found) => found.origin === origin),
    isAtFault: (origin) => examined.get(origin)?.findings.some(({ level }) => level === 'error') ?? false,
    allow(origin, why) {
      const found = examined.get(origin);
      const { proxy } = found ?? {};
      const reached = usable(origin);
      allowed.add(found?.origin ?? origin, why, {
        reached,
        port: found?.port,
        via: proxy?.address,
      });
      if (proxy) allowed.add(proxy.url.origin, `the proxy that ${proxy.variable} names`, { reached });
    },
    sources(need) {
      const byDigest = /^sha256:/.test(need.reference ?? '');
      try {
        return around.access
          .endpoints(need.registry, need.repository, 'pull', byDigest)
          .map(({ host, security }) => ({ host, scheme: 'https', security, registry: true }));
      } catch (thrown) {
        const error = asAirlockError(thrown);
        forbidden.set(`${need.registry} ${error.code}`, fault('files', need.registry, 'error', error));
        return [];
      }
    },
    allowList: allowed.hosts,
    clocks: () => [...examined.values()].flatMap(({ clock }) => clock ?? []),
    findings: (spared) => [
      ...forbidden.values(),
      ...[...examined].flatMap(([origin, found]) =>
        found.findings.map(
          (finding): Finding =>
            finding.level === 'error' && spared(origin) ? { ...finding, level: 'warning' } : finding,
        ),
      ),
    ],
  };
}
