import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals what must not be read from a stolen database, and signs what must not be forged.
 * `context` names where the text is kept, so that a sealed value moved to another row does not open.
 */
export type Sealer = {
  seal(context: string, plain: string | Buffer): Buffer
  open(context: string, sealed: Buffer): string
  openBytes(context: string, sealed: Buffer): Buffer
  mac(context: string, text: string): Buffer
}

const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'bindery', use, 32))

/** The first secret seals and signs; the others only open what was sealed before a rotation. */
export const createSealer = (secrets: readonly [string, ...string[]]): Sealer => {
  const keys = secrets.map(secret => ({
    id: derive(secret, 'key-id').subarray(0, KEY_ID_BYTES),
    key: derive(secret, 'seal'),
  }))
  const current = keys[0] as (typeof keys)[0]
  const macKey = derive(secrets[0], 'mac')
  const openBytes = (context: string, sealed: Buffer): Buffer => {
    const id = sealed.subarray(0, KEY_ID_BYTES)
    const found = keys.find(candidate => candidate.id.equals(id))
    if (!found) throw new Error('Sealed with a key that SECRET_KEY does not hold.')
    const iv = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', found.key, iv)
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    const body = sealed.subarray(KEY_ID_BYTES + IV_BYTES, -TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()])
  }
  return {
    seal(context, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      return Buffer.concat([
        current.id,
        iv,
        cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain),
        cipher.final(),
        cipher.getAuthTag(),
      ])
    },
    open: (context, sealed) => openBytes(context, sealed).toString('utf8'),
    openBytes,
    mac: (context, text) => createHmac('sha256', macKey).update(`${context}\0${text}`).digest(),
  }
}
