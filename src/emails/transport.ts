import { createTransport, type Transporter } from 'nodemailer'
import { type App, perService } from '../app.ts'
import { SECOND } from '../lib/clock.ts'

const transports = perService<Map<string, Transporter>>(() => new Map())

export const transportOf = (app: App, smtpUrl: string): Transporter => {
  const known = transports(app).get(smtpUrl)
  if (known) return known
  const made = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  } as object)
  transports(app).set(smtpUrl, made)
  return made
}

export const closeTransports = (app: App): void => {
  for (const transport of transports(app).values()) transport.close()
  transports(app).clear()
}
