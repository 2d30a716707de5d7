import { createHmac } from 'node:crypto'

/** The time is signed too, so that a copied request is stale when it is sent again later. */
export const signature = (secret: string, now: Date, body: string): string => {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
