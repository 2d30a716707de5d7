import { DAY } from '../lib/clock.ts'
export type ApiVersion = {
  name: string
  retirement?: { deprecated: Date; sunset: Date }
}

export const SKILL_VERSION = '1.0.0'
export const CONTRACT_VERSION = '1.0.0'

export type VersionTable = readonly [ApiVersion, ...ApiVersion[]]

export const versions: VersionTable = [{ name: 'v1' }]

const NOTICE_DAYS = 90

export const checkVersions = (table: readonly ApiVersion[]): void => {
  for (const { name, retirement } of table) {
    if (!retirement) continue
    const days = (retirement.sunset.getTime() - retirement.deprecated.getTime()) / DAY
    if (days < NOTICE_DAYS)
      throw new Error(
        `Version ${name} has ${days} days between deprecation and sunset; it needs ${NOTICE_DAYS}.`,
      )
  }
}

/** RFC 9745 and RFC 8594. */
export const retirementHeaders = ({ retirement }: ApiVersion): Record<string, string> =>
  retirement
    ? {
        deprecation: `@${Math.floor(retirement.deprecated.getTime() / 1000)}`,
        sunset: retirement.sunset.toUTCString(),
      }
    : {}

export const versionHeaders = (version: ApiVersion): Record<string, string> => ({
  'service-api-version': version.name,
  'x-skill-version': SKILL_VERSION,
  ...retirementHeaders(version),
})

export const VERSION_HEADERS = ['service-api-version', 'x-skill-version', 'deprecation', 'sunset'] as const
