import type { Email } from './layout.ts'

const GIVES = {
  access_token: 'The code gives the agent access to Bindery in your name for up to two hours.',
  api_key:
    'The code gives the agent an operator key of its own, which works in your name for one year or until you revoke it.',
}

type Facts = { code: string; link: string; gives: keyof typeof GIVES }

export const agentClaimEmail = (to: string, { code, link, gives }: Facts): Email => ({
  to,
  subject: 'An agent asks to act for you at Bindery',
  paragraphs: [
    'A software agent asks to use Bindery in your name. If you started it yourself, give it this code. The code works once and expires in 10 minutes.',
    GIVES[gives],
  ],
  code,
  link: { label: 'Or review the request and decide', url: link },
  reason:
    'You’re receiving this because an agent named your email. If you didn’t start it, do nothing and keep the code to yourself: the agent gets no access without it.',
})
