import { writeFileSync } from 'node:fs';
import { printedSchema } from '../../src/graphql/schema.ts';

writeFileSync(new URL('../../schema.graphql', import.meta.url), printedSchema());
