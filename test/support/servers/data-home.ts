import { chmodSync, mkdirSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES
  } catch {
    return false
  }
}

/** In memory, a run has a folder of the same name as its temporary folder. */
export const inMemory = (): string => join(MEMORY, basename(tmpdir()))

/** Where databases of tests live: in memory if there is room, since a new one is 700 files, which cost a disk 0.1 s. */
export const dataHome = (): string => {
  if (!hasRoom()) return tmpdir()
  mkdirSync(inMemory(), { recursive: true })
  chmodSync(inMemory(), 0o1777)
  return inMemory()
}
