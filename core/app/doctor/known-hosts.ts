import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { NeededHost } from '../../contract/topics/doctor.ts';
import { createAllowList } from './allow-list.ts';
import type { ClockReading } from './checks/clock.ts';
import { type Finding, fault } from './checks/finding.ts';
import type { ImageNeed } from './checks/needs.ts';
import { atOnce } from './checks/step.ts';
import { type ExaminedHost, examineHost, type HostPlace } from './examine-host.ts';
import { t } from './messages.ts';
import type { Surroundings } from './surroundings.ts';

/** Concurrent examinations of hosts. */
const AT_ONCE = 6;

/** Called when a check starts and when it ends. */
export type Progress = (change: { started: string } | { done: true }) => void;

/** All hosts that were examined so far, each once. */
export interface KnownHosts {
  /** @throws AirlockError `interrupted` */
  examine(places: readonly HostPlace[]): Promise<void>;
  /** Whether the path to an origin has no faults. */
  usable(origin: string): boolean;
  /** Whether the host of an origin was examined. */
  isKnown(origin: string): boolean;
  /** Whether a fault of the host of an origin was found and reported. */
  isAtFault(origin: string): boolean;
  /** Adds an origin to the allow-list. */
  allow(origin: string, why: string): void;
  /** Returns the places of an image, mirrors first, or none if registries.conf blocks it, which becomes a finding. */
  sources(need: ImageNeed): HostPlace[];
  allowList(): NeededHost[];
  clocks(): ClockReading[];
  /** @param spared origins that aren't required: their faults are warnings */
  findings(spared: (origin: string) => boolean): Finding[];
}

/** Returns the first origin to try for a place. */
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
      if (proxy) allowed.add(proxy.url.origin, t('proxyNeed', { variable: proxy.variable }), { reached });
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
