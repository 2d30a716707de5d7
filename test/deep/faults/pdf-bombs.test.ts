import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFile } from '../../../src/agency/documents/file-reader.ts'
import { pdfBombs } from '../../support/browser/pdf-bombs.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const LIMIT_MB = 150

const fileOf = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

const readersMemory = (): number =>
  readdirSync('/proc')
    .filter(pid => fileOf(pid, 'cmdline').includes('file-worker'))
    .map(pid => fileOf(pid, 'status'))
    .filter(status => status.includes(`PPid:\t${process.pid}\n`))
    .reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024, 0)

test.runIf(process.platform === 'linux')(
  `files are read one at a time, in less than ${LIMIT_MB} MB, whatever they hold`,
  async () => {
    const service = await serviceForThisTest({ work: false })
    let peak = 0
    const looks = setInterval(() => {
      peak = Math.max(peak, readersMemory())
    }, 20)
    for (const [name, bomb] of Object.entries(pdfBombs)) {
      const bytes = bomb()
      await Promise.all(['a', 'b'].map(from => readFile(service.app, { bytes, from })))
      expect.soft(peak, name).toBeLessThan(LIMIT_MB)
    }
    clearInterval(looks)
    expect(peak).toBeGreaterThan(50)
  },
  300_000,
)
