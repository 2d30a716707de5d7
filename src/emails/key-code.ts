import type { Email } from './layout.ts'

export const keyCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your Bindery code',
  paragraphs: [
    'Use this code to get your operator key, which works for one year. The code works once and expires in 10 minutes.',
  ],
  code,
  reason:
    'You get this mail because somebody asked for an operator key with this address. If it was not you, do nothing: without the code nothing happens.',
})
