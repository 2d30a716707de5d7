import type { Email } from './layout.ts'

export const keyCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your Bindery code',
  paragraphs: [
    'Use this code to get your operator key, which works for one year. The code works once and expires in 10 minutes.',
  ],
  code,
  reason:
    'You’re receiving this because someone asked for an operator key with your email. If it wasn’t you, ignore this email. No key is issued without the code.',
})
