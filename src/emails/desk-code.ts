import type { Email } from './layout.ts'

export const deskCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your code for the desk',
  paragraphs: ['Use this code to sign in at the desk. It is good for 10 minutes and works once.'],
  code,
  reason:
    'You get this mail because somebody wants to sign in at the desk with this address. If it was not you, tell your administrator: without the code nothing happens.',
})
