import { type Email, greeting } from './layout.ts'

export type BuyerCodeFacts = { firstName: string; code: string }

export const buyerCodeEmail = (to: string, { firstName, code }: BuyerCodeFacts): Email => ({
  to,
  subject: 'Your code for your umbrella insurance application',
  paragraphs: [
    greeting(firstName),
    'Enter this code on the page of your application to read and confirm it. It works once and expires in 10 minutes.',
    'Don’t give it to anyone, not even to your agent. It shows us that it’s you who reads and agrees.',
  ],
  code,
  reason:
    'You’re receiving this because someone opened your umbrella insurance application and entered your email. If it wasn’t you, ignore this email. No one can open the application without the code.',
})
