// Migrates FILE from format 1 to 2. With KILL_AT, killed-at-rename.fixture.ts kills it before the rename of that number.

import { writeInFormat } from './file-format.ts';
import { MADE_UP, migrated } from './made-up-format.fixture.ts';

const file = process.argv[2]!;
await writeInFormat(file, await migrated(file), MADE_UP);
