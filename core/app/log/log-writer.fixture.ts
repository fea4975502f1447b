// A process that writes numbered lines: `node log-writer.fixture.ts DIRECTORY NAME LINES BYTES`.
import { openLog } from './log.ts';

const [directory = '', name = '', lines = '0', bytes = '0'] = process.argv.slice(2);
const log = openLog({
  to: { directory },
  source: name,
  rotation: { bytes: Number(bytes), files: 10_000 },
  onFault(reason) {
    throw new Error(reason);
  },
});
for (let n = 0; n < Number(lines); n++) log.write('info', `line ${n}`);
