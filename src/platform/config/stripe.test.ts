import { describe, expect, test } from 'vitest'
import { stripeSettings } from './stripe.ts'

const stop = (sentence: string): never => {
  throw new Error(sentence)
}
const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const production = { production: true, stop }
const development = { production: false, stop }

describe('Stripe', () => {
  test('is off without keys, and has its own addresses unless another is set', () => {
    expect(stripeSettings({}, production)).toBeNull()
    expect(stripeSettings(keys, production)).toEqual({
      secretKey: 'sk_live_1',
      webhookSecret: 'whsec_1',
      apiBase: 'https://api.stripe.com',
      checkoutOrigin: 'https://checkout.stripe.com',
    })
    const base = { ...keys, STRIPE_API_BASE: 'http://127.0.0.1:1/' }
    expect(stripeSettings(base, development)).toMatchObject({
      apiBase: 'http://127.0.0.1:1',
      checkoutOrigin: 'http://127.0.0.1:1',
    })
    expect(() => stripeSettings(base, production)).toThrow('STRIPE_API_BASE')
  })

  test.each([
    ['one key without the other', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'together'],
    ['a publishable key', { ...keys, STRIPE_SECRET_KEY: 'pk_live_1' }, 'sk_ or rk_'],
    ['another secret for webhooks', { ...keys, STRIPE_WEBHOOK_SECRET: 'x' }, 'whsec_'],
    ['a test key in production', { ...keys, STRIPE_SECRET_KEY: 'sk_test_1' }, 'test key'],
  ])('refuses %s', (_, env, words) => {
    expect(() => stripeSettings(env, production)).toThrow(words)
  })
})
