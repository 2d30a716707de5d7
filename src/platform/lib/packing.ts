import { readFileSync } from 'node:fs'
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib'
import { projectFile } from '../project-file.ts'
import { keptFor } from './lazily.ts'

/**
 * The first byte of packed JSON names its dictionary; JSON never begins with it. A dictionary holds what applications
 * and responses have in common, so 5 KB become 500 bytes. It never changes: what is stored can only be read with it.
 * A better one gets the next number.
 */
const NEWEST = 1

const dictionaryOf = keptFor((number: number) => readFileSync(projectFile(`data/packing-${number}.txt`)))

const optionsOf = (number: number): ZlibOptions => ({ level: 1, dictionary: dictionaryOf(number) })

const SHORTEST = 256
/** Longer texts would hold the event loop. */
const LONGEST = 2 ** 18

const isPacked = (bytes: Buffer): boolean => (bytes[0] ?? NEWEST + 1) <= NEWEST

export const pack = (json: string | Buffer): Buffer => {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json
  if (bytes.length < SHORTEST || bytes.length > LONGEST) return bytes
  return Buffer.concat([Buffer.of(NEWEST), deflateRawSync(bytes, optionsOf(NEWEST))])
}

export const unpack = (bytes: Buffer): string =>
  (isPacked(bytes) ? inflateRawSync(bytes.subarray(1), optionsOf(bytes[0] ?? 0)) : bytes).toString('utf8')
