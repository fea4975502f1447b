import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { certificateAuthority, type Issued } from '../../../registry/access/loopback-servers.fixture.ts';
import { startApiService } from '../../../test-world/cluster/api-service.ts';
import type { JsonObject } from '../../../test-world/cluster/field-sets.ts';
import type { ApiUser } from '../../../test-world/cluster/requests.ts';

export interface ApiServerOptions {
  /** gitVersion of Kubernetes. Default v1.31.6. */
  kubernetesVersion?: string;
  /** Kinds that this cluster doesn't serve. */
  without?: string[];
  users?: ApiUser[];
  /** Days that the server certificate is valid. 0 or less: it has expired. Default 2. */
  days?: number;
  plainHttp?: boolean;
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

const ADMIN: ApiUser = { name: 'kim', token: 'kims-token', groups: ['system:authenticated'] };

/** Starts the simulated API server with TLS, client certificates and a kubeconfig. */
export async function startApiServer(options: ApiServerOptions = {}) {
  const { users = [ADMIN], days = 2, plainHttp = false, kubernetesVersion, without } = options;
  const folder = await mkdtemp(join(tmpdir(), 'airlock-api-'));
  const authority = certificateAuthority(folder, 'Lab cluster CA');
  const served = authority.issue('api', 'IP:127.0.0.1,DNS:api.lab.example', days);
  const { cert, key } = served;
  const tls = { cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: false };
  const service = await startApiService({
    users,
    kubernetesVersion,
    without,
    tls: plainHttp ? undefined : tls,
  });
  const { url } = service;

  return {
    ...service,
    ...{ folder, authority },
    /** Creates a certificate for a user, signed by the CA of the cluster. */
    clientCertificate: (name: string): Issued => authority.issue(name, `DNS:${name}`),
    /** Writes a kubeconfig and returns its path. */
    async kubeconfig(
      change: { user?: JsonObject; cluster?: JsonObject; context?: string; file?: string } = {},
    ): Promise<string> {
      const {
        user = { token: users[0]?.token ?? '' },
        cluster = {},
        context = 'lab',
        file = 'kubeconfig',
      } = change;
      const path = join(folder, file);
      const data = Buffer.from(authority.cert).toString('base64');
      const named = { server: url, 'certificate-authority-data': plainHttp ? undefined : data, ...cluster };
      await writeFile(
        path,
        stringify({
          ...{ apiVersion: 'v1', kind: 'Config', 'current-context': context },
          clusters: [{ name: `${context}-cluster`, cluster: named }],
          users: [{ name: `${context}-user`, user }],
          contexts: [{ name: context, context: { cluster: `${context}-cluster`, user: `${context}-user` } }],
        }),
      );
      return path;
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
