import { type Email, greeting, say } from '../layout.ts'

export type ChangedFacts = {
  firstName: string
  agency: string
  contact: string
}

export const oldAddressEmail = (to: string, { firstName, contact }: ChangedFacts): Email => ({
  to,
  subject: say('Your email address was changed'),
  paragraphs: [
    greeting(firstName),
    say(
      'The email address on your insurance application was changed. From now on, emails about it go to the new address, and links sent to this one have stopped working.',
    ),
    say('If you didn’t ask for this, {contact} right away.', { contact }),
  ],
  reason: say('You’re receiving this because this address was on the application until now.'),
})

export const newAddressEmail = (
  to: string,
  { firstName, agency, contact, link }: ChangedFacts & { link: string | null },
): Email => ({
  to,
  subject: say('Confirm your email address'),
  paragraphs: [
    greeting(firstName),
    say('{agency} changed the email address on your insurance application to this one.', { agency }),
    link === null
      ? say(
          'The next time you open your application, we’ll email a code to this address. Entering it confirms that the address is yours.',
        )
      : say('Sign in to confirm that it’s yours and to continue your application.'),
    say('If this application isn’t yours, {contact}.', { contact }),
  ],
  ...(link !== null && { link: { label: say('Sign in'), url: link } }),
  reason: say('You’re receiving this because this address was entered on an insurance application.'),
})

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

export const staffInvitedEmail = (to: string, { agency, link }: { agency: string; link: string }): Email => ({
  to,
  subject: `${agency} gave you access to its desk`,
  paragraphs: [
    `You can now work at the desk of ${agency}. Sign in with this email address; we email you a code each time.`,
  ],
  link: { label: 'Sign in to the desk', url: link },
  reason: `You’re receiving this because an administrator of ${agency} added this address.`,
})
