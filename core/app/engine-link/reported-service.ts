import { type WatchedProcess, watchCrashes } from '../log/crash-report.ts';
import { createService, type Service, type ServiceOptions } from '../service/service.ts';

/** Returns a function that creates the service of an engine process, and reports crashes of this process. */
export function createReportedService(
  crashes: Pick<WatchedProcess, 'survivesRejections'> = {},
): (options: ServiceOptions) => Service {
  return (options) => {
    const service = createService(options);
    watchCrashes({ ...crashes, host: options.host, source: 'engine', redacted: service.redacted });
    return service;
  };
}
