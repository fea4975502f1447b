/** What a new configuration begins with: valid as it is, small, and with the parts that this version mirrors. */
export const STARTER_CONFIGURATION = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    # Builds the update graph for an update service on the other side.
    graph: false
    channels:
      - name: stable-4.18
        minVersion: 4.18.1
        maxVersion: 4.18.9
        # Only the versions on the way from minVersion to maxVersion.
        shortestPath: true
  operators:
    - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
      packages:
        # The newest version of the channel, and none of the others.
        - name: web-terminal
          channels:
            - name: fast
  additionalImages:
    - name: registry.redhat.io/ubi9/ubi:latest
`;
