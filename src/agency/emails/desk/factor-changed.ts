import type { Email } from '../layout.ts'

export type FactorChange = 'set_up' | 'removed' | 'removed_by_admin' | 'recovery_codes_renewed'

const TEXTS: Record<FactorChange, Pick<Email, 'subject' | 'paragraphs'>> = {
  set_up: {
    subject: 'Your second factor was set up',
    paragraphs: [
      'An authenticator app was set up for your account at the agency desk. From now on you need a code from it, or a recovery code, each time you sign in.',
    ],
  },
  removed: {
    subject: 'Your second factor was removed',
    paragraphs: [
      'The authenticator app on your account at the agency desk was removed from your Account page. Its codes and your recovery codes no longer work.',
    ],
  },
  removed_by_admin: {
    subject: 'Your second factor was removed',
    paragraphs: [
      'An administrator removed the authenticator app from your account at the agency desk. Its codes and your recovery codes no longer work.',
    ],
  },
  recovery_codes_renewed: {
    subject: 'Your recovery codes were replaced',
    paragraphs: [
      'New recovery codes were made for your account at the agency desk. Your earlier codes no longer work.',
    ],
  },
}

export const factorChangedEmail = (to: string, change: FactorChange): Email => ({
  to,
  ...TEXTS[change],
  reason:
    'We send this email each time your second factor changes. If you didn’t expect it, tell your administrator right away.',
})
