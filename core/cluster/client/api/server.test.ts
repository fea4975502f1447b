import { apiContract } from './api-contract.fixture.ts';
import { startApiServer } from './server.fixture.ts';

// The same contract is tested on a kube-apiserver: peers/kube-apiserver.peer.test.ts.
apiContract(async () => {
  const users = [
    { name: 'kim', token: 'kims-token' },
    { name: 'lee', token: 'lees-token' },
  ];
  const server = await startApiServer({ users });
  for (const verb of ['create', 'update', 'patch', 'delete'])
    server.rules.push({ on: { verb, user: 'lee', resource: 'configmaps' }, answer: 'deny' });
  return {
    folder: server.folder,
    kubeconfig: () => server.kubeconfig(),
    readerKubeconfig: () => server.kubeconfig({ user: { token: 'lees-token' }, file: 'reader' }),
    put: (object, manager) => server.put(object, manager),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
});
