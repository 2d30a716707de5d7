import { expect, test } from 'vitest'
import { jsonFile } from '../../../test/support/servers/production.ts'
import { readConfig, SECRET_SETTINGS } from '../config.ts'

const VALUES: Record<(typeof SECRET_SETTINGS)[number], string> = {
  SECRET_KEY: 'a secret that is kept in a file of its own',
  SHARED_KEYS: 'a-shared-key-in-a-file',
  DATABASE_URL: 'postgresql://user:pass@database/bindery',
  DATABASE_POOL_URL: 'postgresql://user:pass@pooler/bindery',
  SMTP_URL: 'smtps://user:pass@mail.example',
  STRIPE_SECRET_KEY: 'sk_test_in_a_file',
  STRIPE_WEBHOOK_SECRET: 'whsec_in_a_file',
}

const besides = (name: string) => ({
  ...(name === 'DATABASE_POOL_URL' && { DATABASE_URL: VALUES.DATABASE_URL }),
  ...(name === 'STRIPE_SECRET_KEY' && { STRIPE_WEBHOOK_SECRET: 'whsec_1' }),
  ...(name === 'STRIPE_WEBHOOK_SECRET' && { STRIPE_SECRET_KEY: 'sk_test_1' }),
})

test.each(SECRET_SETTINGS)('%s can come from a file, with or without a newline at the end', name => {
  const plain = readConfig({ ...besides(name), [name]: VALUES[name] })
  expect(plain).not.toEqual(readConfig({}))
  expect(readConfig({ ...besides(name), [`${name}_FILE`]: jsonFile(VALUES[name]) })).toEqual(plain)
  expect(readConfig({ ...besides(name), [`${name}_FILE`]: jsonFile(`${VALUES[name]}\n`) })).toEqual(plain)
})

test.each(SECRET_SETTINGS)(
  '%s stops the start when it comes twice, or its file is empty or missing',
  name => {
    const file = jsonFile(VALUES[name])
    expect(() => readConfig({ ...besides(name), [name]: VALUES[name], [`${name}_FILE`]: file })).toThrow(
      `${name} and ${name}_FILE are both set: remove one of them.`,
    )
    const empty = jsonFile('\n')
    expect(() => readConfig({ ...besides(name), [`${name}_FILE`]: empty })).toThrow(
      `${name}_FILE ${empty} is empty.`,
    )
    expect(() => readConfig({ ...besides(name), [`${name}_FILE`]: '/nowhere/secret' })).toThrow(
      `${name}_FILE /nowhere/secret cannot be read (ENOENT).`,
    )
  },
)
