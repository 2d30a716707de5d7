import type { Email } from './layout.ts'

export const signInCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your sign-in code',
  paragraphs: ['Use this code to sign in. It works once and expires in 10 minutes.'],
  code,
  reason:
    'You’re receiving this because someone tried to sign in with your email. If it wasn’t you, ignore this email. No one can sign in without the code.',
})
