import { timingSafeEqual } from 'node:crypto'
import { signature } from '../../../agency/carriers/endpoint/signature.ts'
import { MINUTE } from '../../../platform/lib/clock.ts'

const MOST_SECONDS_OFF = (5 * MINUTE) / 1000

type Signed = { secret: string; header: string; body: string; now: Date }

const secondsIn = (header: string): number => Number(/^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(header)?.[1])

export const readSignature = ({ secret, header, body, now }: Signed): 'good' | 'wrong' | 'old' => {
  const seconds = secondsIn(header)
  if (Number.isNaN(seconds)) return 'wrong'
  const right = Buffer.from(signature(secret, new Date(seconds * 1000), body))
  const given = Buffer.from(header)
  if (right.length !== given.length || !timingSafeEqual(right, given)) return 'wrong'
  return Math.abs(now.getTime() / 1000 - seconds) > MOST_SECONDS_OFF ? 'old' : 'good'
}
