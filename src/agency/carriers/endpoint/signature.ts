import { createHmac } from 'node:crypto'

/** The signature covers the time, so the carrier can reject a replayed request. */
export const signature = (secret: string, now: Date, body: string): string => {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
