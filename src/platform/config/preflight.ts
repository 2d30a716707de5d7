import { deflateRawSync } from 'node:zlib'
import { isCurrent } from './agency.ts'
import type { Env } from './env.ts'
import type { License } from './licenses-file.ts'
import type { Stop } from './list-file.ts'

const REQUIRED = ['SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM']
const AGENCY = ['AGENCY_NAME', 'AGENCY_PHONE', 'AGENCY_ADDRESS']

const all = new Intl.ListFormat('en-US', { type: 'conjunction' })

const checkPresent = (names: readonly string[], env: Env, stop: Stop): void => {
  const missing = names.filter(name => !env[name])
  if (missing.length > 0)
    stop(`${all.format(missing)} ${missing.length === 1 ? 'is' : 'are'} required in production.`)
}

const MAKE_ONE = 'make one with "openssl rand -base64 48".'

const LEAST_BITS = 100

const bitsIn = (text: string): number => {
  const letters = [...text]
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const spread = [...counts.values()].reduce(
    (bits, count) => bits - count * Math.log2(count / letters.length),
    0,
  )
  return Math.min(spread, deflateRawSync(text).length * 8)
}

/** An older key after the first comma only opens what it once sealed, so a weak one can still be rotated out. */
const checkSecret = (secret: string, stop: Stop): void => {
  const [first = ''] = secret.split(',')
  if (/change-?me|example|default/i.test(secret)) stop(`SECRET_KEY is a placeholder: ${MAKE_ONE}`)
  if (first.trim().length >= 32 && bitsIn(first.trim()) < LEAST_BITS)
    stop(`SECRET_KEY is easy to guess: ${MAKE_ONE}`)
}

const checkMailServer = (text: string, { SMTP_ALLOW_PLAINTEXT: plaintext }: Env, stop: Stop): void => {
  if (plaintext === 'on' || !URL.canParse(text)) return
  const { protocol, searchParams } = new URL(text)
  const encrypts = searchParams.get('requireTLS') === 'true' && !searchParams.has('ignoreTLS')
  if (protocol === 'smtp:' && !encrypts)
    stop(
      'SMTP_URL must start with smtps://, or end in ?requireTLS=true for STARTTLS. For a relay on this machine, set SMTP_ALLOW_PLAINTEXT=on.',
    )
}

export const checkProductionSettings = (env: Env, stop: Stop): void => {
  checkPresent(REQUIRED, env, stop)
  checkSecret(env.SECRET_KEY ?? '', stop)
  if (!/^https:/i.test(env.PUBLIC_URL ?? '')) stop('PUBLIC_URL must start with https:// in production.')
  checkMailServer(env.SMTP_URL ?? '', env, stop)
}

type Selling = {
  demoCarriers: boolean
  licenses: readonly License[] | null
  carriers: readonly unknown[]
}

const ELSE = 'Or set DEMO_CARRIERS=on for a demonstration that sells no insurance.'

/** Production sells real insurance as a licensed agency, or demonstrates with invented carriers. Never both. */
export const checkSelling = (
  env: Env,
  { demoCarriers, licenses, carriers }: Selling,
  { now, stop }: { now: Date; stop: Stop },
): void => {
  if (demoCarriers && carriers.length > 0)
    stop(
      'DEMO_CARRIERS=on is refused in production next to CARRIERS_FILE: invented and real carriers must not mix. Remove one of them.',
    )
  if (demoCarriers) return
  checkPresent(AGENCY, env, sentence => stop(`${sentence} ${ELSE}`))
  if (licenses === null || licenses.length === 0)
    stop(`LICENSES_FILE with at least one license is required in production. ${ELSE}`)
  if (!licenses?.some(license => isCurrent(license, now)))
    stop(`LICENSES_FILE has only expired licenses: renew one. ${ELSE}`)
  if (carriers.length === 0)
    stop(`CARRIERS_FILE with at least one carrier is required in production. ${ELSE}`)
}
