import { type KubernetesObject, type ManifestFile, manifestFile, numbered } from '../model/manifest-file.ts';
import { computeReplicas, type InstallConfig } from '../model/model.ts';
import { t } from './messages.ts';

/** Returns the objects of all platforms: FeatureGate, Scheduler, CA bundle and image mirrors. */
export function settingFiles(config: InstallConfig): ManifestFile[] {
  return [featureGateFile(config), schedulerFile(config), ...bundleFiles(config), ...sourceFiles(config)];
}

/** Returns the FeatureGate, which the installer also writes with the default feature set. */
function featureGateFile({ featureSet, featureGates = [] }: InstallConfig): ManifestFile {
  const named = (on: boolean) =>
    featureGates.flatMap((text) => {
      const [name = '', value = ''] = text.split('=');
      return /^(?:1|t|true)$/i.test(value) === on ? [{ name }] : [];
    });
  const object: KubernetesObject = {
    ...{ apiVersion: 'config.openshift.io/v1', kind: 'FeatureGate', metadata: { name: 'cluster' } },
    spec: {
      featureSet: featureSet && featureSet !== 'Default' ? featureSet : undefined,
      customNoUpgrade:
        featureSet === 'CustomNoUpgrade' ? { enabled: named(true), disabled: named(false) } : undefined,
    },
  };
  return manifestFile('openshift/99_feature-gate.yaml', object, t('featureGateText'));
}

/** Control plane nodes run workloads if there are no workers (openshift/installer: pkg/asset/manifests/scheduler.go). */
function schedulerFile(config: InstallConfig): ManifestFile {
  const object: KubernetesObject = {
    ...{ apiVersion: 'config.openshift.io/v1', kind: 'Scheduler', metadata: { name: 'cluster' } },
    spec: { mastersSchedulable: computeReplicas(config) === 0 },
  };
  return manifestFile('manifests/cluster-scheduler-02-config.yml', object, t('schedulerText'));
}

function bundleFiles({ additionalTrustBundle }: InstallConfig): ManifestFile[] {
  if (!additionalTrustBundle) return [];
  const metadata = { name: 'user-ca-bundle', namespace: 'openshift-config' };
  return [
    manifestFile(
      'manifests/user-ca-bundle-config.yaml',
      {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata },
        data: { 'ca-bundle.crt': additionalTrustBundle },
      },
      t('bundleText'),
    ),
  ];
}

function sourceFiles({ imageDigestSources = [], imageContentSources = [] }: InstallConfig): ManifestFile[] {
  const entries = imageDigestSources.map(({ source, mirrors, sourcePolicy }) => ({
    ...{ source, mirrors },
    mirrorSourcePolicy: sourcePolicy || undefined,
  }));
  const digests = manifestFile(
    'manifests/image-digest-mirror-set.yaml',
    {
      ...{ apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet' },
      metadata: { name: 'image-digest-mirror' },
      spec: { imageDigestMirrors: entries },
    },
    t('digestMirrorText'),
  );
  const policies = imageContentSources.map(({ source, mirrors }, i) => {
    const number = numbered(i, imageContentSources.length);
    return manifestFile(
      `manifests/image-content-source-policy-${number}.yaml`,
      {
        ...{ apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ImageContentSourcePolicy' },
        metadata: { name: `image-policy-${number}` },
        spec: { repositoryDigestMirrors: [{ source, mirrors }] },
      },
      t('contentSourceText', { source: source ?? '' }),
    );
  });
  return entries.length ? [digests] : policies;
}
