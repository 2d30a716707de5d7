import type { Email } from './layout.ts'

export const signInCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your Bindery sign-in code',
  paragraphs: ['Use this code to sign in. It is good for 10 minutes and works once.'],
  code,
  reason:
    'You get this mail because somebody wants to sign in with this address. If it was not you, do nothing: without the code nothing happens.',
})
