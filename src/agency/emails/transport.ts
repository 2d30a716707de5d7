import type { Transporter } from 'nodemailer'
import { type App, perService } from '../../platform/app.ts'
import { MINUTE, SECOND } from '../../platform/lib/clock.ts'

// A server that checks an email answers late. If we gave up first, it would get the email again (RFC 5321, 4.5.3.2.6).
// Idle connections end after this time too, because some networks forget one after four minutes.
const ANSWERS_WITHIN_MS = 2 * MINUTE

const transports = perService<Map<string, Transporter>>(() => new Map())

export const transportOf = async (app: App, smtpUrl: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  const known = transports(app).get(smtpUrl)
  if (known) return known
  const made = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: ANSWERS_WITHIN_MS,
  } as object)
  transports(app).set(smtpUrl, made)
  return made
}

export const closeTransports = (app: App): void => {
  for (const transport of transports(app).values()) transport.close()
  transports(app).clear()
}
