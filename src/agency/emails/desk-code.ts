import type { Email } from './layout.ts'

export const deskCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your agency desk sign-in code',
  paragraphs: ['Use this code to sign in to the agency desk. It works once and expires in 10 minutes.'],
  code,
  reason:
    'You’re receiving this because someone tried to sign in to the desk with your email. If it wasn’t you, tell your administrator. No one can sign in without the code.',
})
