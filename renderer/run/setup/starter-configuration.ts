import { t } from './messages.ts';

/** The text of a new configuration: small, valid, and with every kind of content. */
export const STARTER_CONFIGURATION = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    # ${t('graphComment')}
    graph: false
    channels:
      - name: stable-4.18
        minVersion: 4.18.1
        maxVersion: 4.18.9
        # ${t('shortestPathComment')}
        shortestPath: true
  operators:
    - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
      packages:
        # ${t('channelHeadComment')}
        - name: web-terminal
          channels:
            - name: fast
  additionalImages:
    - name: registry.redhat.io/ubi9/ubi:latest
`;
