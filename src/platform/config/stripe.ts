import type { Env } from './env.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  apiBase: string
  checkoutOrigin: string
}

type Reading = { production: boolean; stop: (sentence: string) => never }

const API = 'https://api.stripe.com'
const CHECKOUT = 'https://checkout.stripe.com'

const apiBase = (text: string, { production, stop }: Reading): string => {
  const isOk =
    URL.canParse(text) && ['https:', ...(production ? [] : ['http:'])].includes(new URL(text).protocol)
  return isOk ? new URL(text).origin : stop('STRIPE_API_BASE must be a URL that starts with https://.')
}

export const stripeSettings = (env: Env, reading: Reading): StripeSettings | null => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE } = env
  if (!secretKey && !webhookSecret) return null
  if (!secretKey || !webhookSecret)
    return reading.stop('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are set together or not at all.')
  if (!/^(sk|rk)_/.test(secretKey))
    reading.stop('STRIPE_SECRET_KEY must be a secret or restricted key, which starts with sk_ or rk_.')
  if (!webhookSecret.startsWith('whsec_'))
    reading.stop('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook, which starts with whsec_.')
  if (reading.production && /^(sk|rk)_test_/.test(secretKey) && !STRIPE_API_BASE)
    reading.stop('STRIPE_SECRET_KEY is a test key. Production needs a live key.')
  const base = STRIPE_API_BASE ? apiBase(STRIPE_API_BASE, reading) : API
  return { secretKey, webhookSecret, apiBase: base, checkoutOrigin: base === API ? CHECKOUT : base }
}
