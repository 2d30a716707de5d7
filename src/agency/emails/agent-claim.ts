import type { Email } from './layout.ts'

const GIVES = {
  access_token: 'The code gives the agent access for up to two hours.',
  api_key: 'The code gives the agent its own operator key, which works for one year or until you revoke it.',
}

type Facts = { code: string; link: string; gives: keyof typeof GIVES }

export const agentClaimEmail = (to: string, { code, link, gives }: Facts): Email => ({
  to,
  subject: 'An AI agent asks to use your account',
  paragraphs: [
    'An AI agent gave us your email and asked to act for you here, with our insurance API. If you started this agent, give it the code below. The code works once and expires in 10 minutes.',
    GIVES[gives],
  ],
  code,
  link: { label: 'Or review the request', url: link },
  reason:
    'You’re receiving this because an agent asked for access with your email. If you didn’t start it, ignore this email and don’t share the code. The agent gets no access without it.',
})
