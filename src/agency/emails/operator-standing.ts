import type { Email } from './layout.ts'

export type StandingChange = 'approved' | 'suspended' | 'revoked'

type Facts = { agency: string; contact: string; docs: string; byStanding: boolean }

const TEXTS: Record<StandingChange, (facts: Facts) => Pick<Email, 'subject' | 'paragraphs' | 'link'>> = {
  approved: ({ agency, docs, byStanding }) => ({
    subject: `${agency} approved your account`,
    paragraphs: [
      `${agency} approved your account. Live applications are open now.`,
      'Your keys stay the same. Leave out sandbox: true on the first call of an application to make it live. We then email your customers, and carriers see their answers.',
      ...(byStanding
        ? [
            'What your agent may do for a person depends on your licenses and your agreement with us. Each answer of the API says in person_acts what the person does on our page instead.',
          ]
        : []),
      'Nothing you tried in the sandbox becomes live. Start each live application from the beginning.',
    ],
    link: { label: 'Read how to go live', url: docs },
  }),
  suspended: ({ agency, contact }) => ({
    subject: `${agency} suspended your live applications`,
    paragraphs: [
      `${agency} suspended live applications for your account. You can still read them, but you can’t start or change any.`,
      'Your customers can still finish what they started themselves. Your keys, the sandbox, and the calculators still work.',
      `To reopen live applications, ${contact}.`,
    ],
  }),
  revoked: ({ agency, contact }) => ({
    subject: `${agency} revoked your access`,
    paragraphs: [
      `${agency} revoked your access. All your keys and connected apps have stopped working.`,
      'Your customers can still finish what they started themselves.',
      `If you think this is a mistake, ${contact}.`,
    ],
  }),
}

export const operatorStandingEmail = (to: string, change: StandingChange, facts: Facts): Email => ({
  to,
  ...TEXTS[change](facts),
  reason: `You’re receiving this because this address is registered as an operator with ${facts.agency}.`,
})
