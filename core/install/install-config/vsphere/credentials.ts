import { base64, type KubernetesObject, type ManifestFile, manifestFile } from '../model/manifest-file.ts';
import type { VCenter, VSpherePlatform } from '../model/model.ts';

type Component = keyof NonNullable<VCenter['componentCredentials']>;

/** Where each component looks for its account; the cloud credential operator fills these from one account else. */
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
 * The credentials of the cluster: one secret with a user and a password for each vCenter, or with `ComponentScoped` one
 * for each component; and the role that lets the installer's components read it.
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
        `The accounts of ${component} at each vCenter.`,
      ),
    );
  const role: KubernetesObject = {
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role' },
    metadata: { name: 'vsphere-creds-secret-reader', namespace: ROOT.namespace },
    rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: [ROOT.name], verbs: ['get'] }],
  };
  return [
    secretFile(
      'openshift/99_cloud-creds-secret.yaml',
      ROOT,
      vcenters,
      'User and password of every vCenter, by server; the cloud credential operator copies it to who needs it.',
    ),
    manifestFile(
      'openshift/99_role-cloud-creds-secret-reader.yaml',
      role,
      'Who holds this role may read the credentials of the vCenters.',
    ),
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
