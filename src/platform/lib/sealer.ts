import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { pack, unpack } from './packing.ts'
import { nonce } from './random.ts'

/** `context` names where the value is stored, so a sealed value moved to another row does not open. */
export type Sealer = {
  seal(context: string, plain: string | Buffer): Buffer
  /** JSON text, packed once every release that runs can read that. */
  sealJson(context: string, json: string | Buffer): Buffer
  open(context: string, sealed: Buffer): string
  openJsonText(context: string, sealed: Buffer): string
  openJson<T>(context: string, sealed: Buffer): T
  openBytes(context: string, sealed: Buffer): Buffer
  mac(context: string, text: string): Buffer
  /** One per key, the current key first, to find values stored under an older key. */
  macs(context: string, text: string): readonly [Buffer, ...Buffer[]]
  isMac(context: string, text: string, given: Buffer): boolean
  keyId: Buffer
  /** False while a release that cannot read the newest forms may still run. */
  writesNewForms(): boolean
}

export class SealError extends Error {}

export const KEY_ID_BYTES = 4
export const IV_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'bindery', use, 32))

const keyOf = (secret: string) => ({
  id: derive(secret, 'key-id').subarray(0, KEY_ID_BYTES),
  key: derive(secret, 'seal'),
  macKey: derive(secret, 'mac'),
})

export const createSealer = (
  [secret, ...older]: readonly [string, ...string[]],
  writesNewForms = () => true,
): Sealer => {
  const current = keyOf(secret)
  const keys = [current, ...older.map(keyOf)]
  const macBy = (macKey: Buffer, context: string, text: string): Buffer =>
    createHmac('sha256', macKey).update(`${context}\0${text}`).digest()
  const openBytes = (context: string, sealed: Buffer): Buffer => {
    const id = sealed.subarray(0, KEY_ID_BYTES)
    const found = keys.find(candidate => candidate.id.equals(id))
    if (!found) throw new SealError('Sealed with a key that SECRET_KEY does not hold.')
    const iv = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', found.key, iv)
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    const body = sealed.subarray(KEY_ID_BYTES + IV_BYTES, -TAG_BYTES)
    try {
      return Buffer.concat([decipher.update(body), decipher.final()])
    } catch (cause) {
      throw new SealError('What was sealed was changed, or moved to another place.', { cause })
    }
  }
  const open = (context: string, sealed: Buffer): string => openBytes(context, sealed).toString('utf8')
  const openJsonText = (context: string, sealed: Buffer): string => unpack(openBytes(context, sealed))
  const seal = (context: string, plain: string | Buffer): Buffer => {
    const iv = nonce(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
    return Buffer.concat([
      current.id,
      iv,
      typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain),
      cipher.final(),
      cipher.getAuthTag(),
    ])
  }
  return {
    seal,
    sealJson: (context, json) => seal(context, writesNewForms() ? pack(json) : json),
    open,
    openJsonText,
    openJson: (context, sealed) => JSON.parse(openJsonText(context, sealed)),
    openBytes,
    mac: (context, text) => macBy(current.macKey, context, text),
    macs: (context, text) => [
      macBy(current.macKey, context, text),
      ...keys.slice(1).map(({ macKey }) => macBy(macKey, context, text)),
    ],
    isMac: (context, text, given) =>
      keys.some(({ macKey }) => {
        const wanted = macBy(macKey, context, text)
        return given.length === wanted.length && timingSafeEqual(given, wanted)
      }),
    keyId: current.id,
    writesNewForms,
  }
}
