import { base64, type KubernetesObject, type ManifestFile, manifestFile } from '../model/manifest-file.ts';
import type { VCenter, VSpherePlatform } from '../model/model.ts';
import { t } from './messages.ts';

type Component = keyof NonNullable<VCenter['componentCredentials']>;

/** Secrets with the account of each component. With a single account, the Cloud Credential Operator fills them. */
const SECRET_OF: Record<Component, { name: string; namespace: string }> = {
  machineManagement: { name: 'vsphere-cloud-credentials', namespace: 'openshift-machine-api' },
  storage: { name: 'vmware-vsphere-cloud-credentials', namespace: 'openshift-cluster-csi-drivers' },
  cloudControllerManager: {
    name: 'vsphere-cloud-credentials',
    namespace: 'openshift-cloud-controller-manager',
  },
  vsphereProblemDetector: {
    name: 'vsphere-cloud-credentials',
    namespace: 'openshift-cluster-storage-operator',
  },
};

const ROOT = { name: 'vsphere-creds', namespace: 'kube-system' };

/**
 * Returns the credentials of the cluster: a Secret with a user and a password for each vCenter, or with `ComponentScoped` a
 * Secret for each component. Includes the role that lets components read it.
 */
export function credentialFiles({ vcenters = [], credentialType }: VSpherePlatform): ManifestFile[] {
  if (credentialType === 'ComponentScoped')
    return (Object.keys(SECRET_OF) as Component[]).map((component) =>
      secretFile(
        `openshift/99_cloud-creds-${component.toLowerCase()}-secret.yaml`,
        SECRET_OF[component],
        vcenters.map(({ server, componentCredentials }) => ({
          server,
          ...componentCredentials?.[component],
        })),
        t('componentCredentialsText', { component }),
      ),
    );
  const role: KubernetesObject = {
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role' },
    metadata: { name: 'vsphere-creds-secret-reader', namespace: ROOT.namespace },
    rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: [ROOT.name], verbs: ['get'] }],
  };
  return [
    secretFile('openshift/99_cloud-creds-secret.yaml', ROOT, vcenters, t('credentialsText')),
    manifestFile('openshift/99_role-cloud-creds-secret-reader.yaml', role, t('credentialsRoleText')),
  ];
}

function secretFile(
  path: string,
  metadata: { name: string; namespace: string },
  accounts: { server?: string; user?: string; password?: string }[],
  purpose: string,
): ManifestFile {
  const data = accounts.flatMap(({ server = '', user = '', password = '' }) => [
    [`${server}.username`, base64(user)],
    [`${server}.password`, base64(password)],
  ]);
  const object = { apiVersion: 'v1', kind: 'Secret', metadata, data: Object.fromEntries(data) };
  return manifestFile(path, object, purpose, { secret: true });
}
