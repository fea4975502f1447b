// Imported first by write-format-examples.ts: fixes the clock and the names of the host, so that two runs write the same files.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const NOW = Date.UTC(2026, 10, 28, 12);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given: ConstructorParameters<typeof RealDate> | []) {
    if (given.length === 0) super(NOW);
    else super(...given);
  }

  static override now(): number {
    return NOW;
  }
} as DateConstructor;
os.hostname = () => 'mirror.example';
const user: os.UserInfo<string> = { ...os.userInfo(), username: 'operator' };
os.userInfo = (() => user) as typeof os.userInfo;
syncBuiltinESMExports();
