import type { Email } from './layout.ts'

export const keyCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your code for an operator key',
  paragraphs: [
    'Use this code to get your operator key for our insurance API. The key works for one year. The code works once and expires in 10 minutes.',
  ],
  code,
  reason:
    'You’re receiving this because someone asked for an operator key with your email. If it wasn’t you, ignore this email. No key is issued without the code.',
})
