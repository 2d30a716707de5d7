import type { Email } from './layout.ts'

export const keyCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your code for an operator key',
  paragraphs: [
    'Use this code to sign in to your dashboard, or to get an operator key for our insurance API. A new key works for one year and replaces the one you have, which stops at once. Signing in replaces nothing. The code works once and expires in 10 minutes.',
  ],
  code,
  reason:
    'You’re receiving this because someone tried to sign in or get an operator key with your email. If it wasn’t you, ignore this email. Nothing happens without the code.',
})
