import type { Env } from './env.ts'
import { readText, type Stop } from './list-file.ts'

export const SECRET_SETTINGS = [
  'SECRET_KEY',
  'SHARED_KEYS',
  'DATABASE_URL',
  'DATABASE_POOL_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

const secretOf = (name: string, env: Env, stop: Stop): string | undefined => {
  const setting = `${name}_FILE`
  const path = env[setting]
  if (!path) return env[name]
  if (env[name]) stop(`${name} and ${setting} are both set: remove one of them.`)
  return readText(setting, path, stop).trim() || stop(`${setting} ${path} is empty.`)
}

export const withSecretFiles = (env: Env, stop: Stop): Env => ({
  ...env,
  ...Object.fromEntries(SECRET_SETTINGS.map(name => [name, secretOf(name, env, stop)])),
})
