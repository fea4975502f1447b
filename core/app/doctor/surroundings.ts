import type { SecureContext } from 'node:tls';
import type { Access } from '../../registry/access/access.ts';
import type { HostProbes } from './checks/host-probes.ts';

/** What every check of the network works with. */
export interface Surroundings {
  access: Required<Access>;
  /** TLS contexts of hosts, with their certs.d. */
  certificates: (host: string) => SecureContext;
  env: Record<string, string | undefined>;
  home: string;
  probes: HostProbes;
  userAgent: string;
  /** ms that each step of a host may take. */
  stepTime: number;
  /** Why a host need not be verified, in words. */
  whyInsecure: (host: string) => string;
}
