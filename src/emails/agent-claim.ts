import type { Email } from './layout.ts'

export const agentClaimEmail = (to: string, { code, link }: { code: string; link: string }): Email => ({
  to,
  subject: 'An agent asks to act for you at Bindery',
  paragraphs: [
    'A software agent asks to use Bindery in your name. If you started it yourself, give it this code. It is good for 10 minutes and works once.',
  ],
  code,
  link: { label: 'Or look at the request and decide', url: link },
  reason:
    'You get this mail because an agent named this address. If you did not start it, do nothing and give the code to nobody: without it nothing happens.',
})
