import { describeCarrier } from '../../core/contract/conformance.fixture.ts';
import { httpClient } from '../../renderer/client/http.ts';
import { startServeRig } from './serve.fixture.ts';

describeCarrier('HTTP', async () => {
  const serving = await startServeRig();
  return {
    client: httpClient({ base: serving.server.origin, fetch: serving.fetch }),
    world: serving.rig,
    close: serving.close,
  };
});
