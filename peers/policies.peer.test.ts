import { afterAll, beforeAll, describe, expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { answer, stateOf } from '../core/nmstate/day2/answers.fixture.ts';
import { PRESET_CASES, PRESET_HOST } from '../core/nmstate/presets/presets.fixture.ts';
import type { ApiObject, KubeApiserver } from './api-server.ts';
import { OTHER_SCHEMAS, rejection, startOpenShiftApi } from './openshift-api.ts';
import { judgedBy } from './verdicts.ts';

await judgedBy(
  'kube-apiserver',
  ({ agrees }) => {
    describe('node network policies', () => {
      let server: KubeApiserver;
      beforeAll(async () => {
        server = await startOpenShiftApi('4.18');
      });
      afterAll(() => server[Symbol.asyncDispose]());

      agrees('accepts the policy and the rollback of a change of each preset', async (_, cases) => {
        let accepted = 0;
        for (const [title, preset, addressing] of PRESET_CASES) {
          const present = preset.build({ addressing }, PRESET_HOST).text;
          const ipv6 = /^ipv6|auto6$/.test(title.trim());
          const dnsServer = ipv6 ? '2001:db8:1::77' : '192.0.2.77';
          const desired = stringify({
            ...stateOf(present),
            'dns-resolver': { config: { server: [dnsServer] } },
          });
          const { policy, rollback } = answer(present, desired);
          for (const text of [policy, rollback]) {
            const object = parse(text!) as ApiObject;
            expect([title, await rejection(server, object)]).toEqual([title, undefined]);
            accepted++;
          }
        }
        cases(accepted);
      });

      agrees('rejects policies with unknown fields and wrong types', async (_, cases) => {
        const policy = {
          ...{ apiVersion: 'nmstate.io/v1', kind: 'NodeNetworkConfigurationPolicy' },
          metadata: { name: 'br-ex-worker' },
        };
        const broken: [RegExp, object][] = [
          [/unknown field "spec.desiredstate"/, { desiredstate: {} }],
          [/spec.nodeSelector/, { nodeSelector: ['worker'], desiredState: {} }],
        ];
        cases(broken.length);
        for (const [message, spec] of broken)
          expect(await rejection(server, { ...policy, spec })).toMatch(message);
      });
    });
  },
  ['etcd', 'openshift-crds-4.18', ...OTHER_SCHEMAS, 'nmstate-crds'],
);
