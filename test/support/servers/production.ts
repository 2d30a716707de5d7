import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A production start that misses only what it sells. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: 'Xk9vB2mQ7sLd4TzR1wYh6NpJ8cFg3aEu5iOq0MxV',
  PUBLIC_URL: 'https://bindery.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'mail@bindery.example',
}

/** A production start that sells nothing and says so. */
export const DEMONSTRATION = { ...PRODUCTION, DEMO_CARRIERS: 'on' }

export const AGENCY = {
  AGENCY_NAME: 'Elm Street Insurance',
  AGENCY_PHONE: '(217) 555-0142',
  AGENCY_ADDRESS: '12 Elm Street, Springfield, IL 62701',
}

export const license = (changed: object = {}) => ({
  state: 'IL',
  lines: ['homeowners', 'umbrella'],
  number: '100200300',
  npn: '1234567',
  expires: '2099-12-31',
  ...changed,
})

/** The path of a file with this JSON, gone when the test ends, or the tests of a file. */
export const jsonFile = (content: unknown, onEnd: (act: () => void) => void = onTestFinished): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-settings-'))
  onEnd(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'settings.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

export const licensesFile = (...licenses: object[]): string => jsonFile(licenses)
