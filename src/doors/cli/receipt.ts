import { readFile } from 'node:fs/promises'
import type { JWK } from 'jose'
import { receiptLines, verifyReceipt } from '../../products/line/acts/receipt.ts'
import { type Command, textOf } from './arguments.ts'
import { misuse } from './operator/refusal.ts'

const JWKS = '/.well-known/jwks.json'
const MOST_MS = 10_000

const keysAt = async (place: string): Promise<JWK[]> => {
  const text = /^https?:/.test(place)
    ? await (await fetch(place, { signal: AbortSignal.timeout(MOST_MS) })).text()
    : await readFile(place, 'utf8')
  const { keys } = JSON.parse(text) as { keys?: JWK[] }
  return keys ?? misuse(`${place} holds no keys. It must be a JSON Web Key Set, {"keys": [...]}.`)
}

export const receiptCommand: Command = {
  usage: 'receipt verify FILE',
  help: 'Check a receipt against --keys PLACE, offline if they are in a file.',
  details: [
    'FILE          the receipt: one line of text with two dots, or the JSON answer that it came in',
    `--keys PLACE  a file or the address of the agency’s keys, such as https://agency.example${JWKS}`,
  ],
  options: { keys: { type: 'string' } },
  takes: { least: 2, most: 2 },
  async run(_environment, { args: [act, file = ''], values }) {
    const place = textOf(values, 'keys')
    if (act !== 'verify' || place === undefined)
      return misuse(`Usage: bindery ${receiptCommand.usage} --keys PLACE`)
    const text = (await readFile(file, 'utf8')).trim()
    const jws = text.startsWith('{') ? String(JSON.parse(text).receipt) : text
    const receipt = await verifyReceipt(jws, await keysAt(place))
    if (!receipt) {
      console.error('Not genuine: none of these keys signed it, or it was changed.')
      return 1
    }
    console.log(`Genuine. Signed by ${receipt.iss} for application ${receipt.sub}.`)
    for (const line of receiptLines(receipt)) console.log(line)
    return 0
  },
}
