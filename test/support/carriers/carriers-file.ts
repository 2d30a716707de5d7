import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { CARRIER_SECRET } from './carrier-server.ts'

/** The path of a CARRIERS_FILE with these carriers, gone when the test ends. */
export const carriersFile = (
  entries: readonly { id: string; url?: string; [field: string]: unknown }[],
  onEnd: (act: () => void) => void = onTestFinished,
  /** Entries that stand there as they are. */
  more: readonly object[] = [],
): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-carriers-'))
  onEnd(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'carriers.json')
  const carriers = entries.map(entry => ({
    name: `The ${entry.id} carrier`,
    secret: CARRIER_SECRET,
    time_limit_seconds: 10,
    ...(entry.url !== undefined && { homeowners_states: ['IL'] }),
    ...entry,
  }))
  writeFileSync(file, JSON.stringify([...carriers, ...more]))
  return file
}
