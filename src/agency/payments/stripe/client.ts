import type Stripe from 'stripe'
import { type App, perService } from '../../../platform/app.ts'
import { SECOND } from '../../../platform/lib/clock.ts'

const settingsOf = ({ config }: App) => {
  if (config.stripe === null) throw new Error('STRIPE_SECRET_KEY is not set, but a payment needs it.')
  return config.stripe
}

export const stripeClient = perService(async (app): Promise<Stripe> => {
  const { secretKey, apiBase } = settingsOf(app)
  const { default: Client } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiBase)
  return new Client(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: Number(port) || (protocol === 'http:' ? 80 : 443),
    timeout: 20 * SECOND,
    maxNetworkRetries: 0,
    telemetry: false,
  })
})

export const readWebhook = async (
  app: App,
  body: string,
  signature: string,
): Promise<Stripe.Event | null> => {
  const client = await stripeClient(app)
  try {
    return client.webhooks.constructEvent(body, signature, settingsOf(app).webhookSecret)
  } catch {
    return null
  }
}
