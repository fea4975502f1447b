import { z } from 'zod';
import { serveJob } from '../job.ts';

const path = z.string().min(1).max(4096);

export const SERVE_REQUESTS = {
  /**
   * Serves archive sets as a read-only registry, until `jobs.stop`. Returns once it listens. Addresses other than loopback
   * require a certificate.
   */
  'registries.serve': {
    input: z.object({
      /** A workspace, a transfer, or a folder of archives. */
      directory: path,
      /** Name or address to listen on. Default: 127.0.0.1, or ::1 on a host without IPv4. */
      host: z.string().min(1).max(255).optional(),
      /** 0: any free port. */
      port: z.number().int().min(0).max(65_535).default(0),
      tlsCert: path.optional(),
      tlsKey: path.optional(),
      /** File with the users who can pull. */
      htpasswd: path.optional(),
      /** Folder for the manifests that point to this registry. */
      resourcesTo: path.optional(),
    }),
    output: serveJob,
  },
} as const;
