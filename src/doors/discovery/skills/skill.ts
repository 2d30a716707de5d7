import type { App } from '../../../platform/app.ts'
import { SKILL_VERSION } from '../../../platform/http/versions.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'

export type Skill = {
  path: string
  name: string
  description: string
  write(where: Where): string
}

export type Where = { base: string; startDate: string }

export const whereOf = ({ config, clock }: Pick<App, 'config' | 'clock'>): Where => ({
  base: config.publicUrl,
  startDate: later(clock.now(), 7 * DAY)
    .toISOString()
    .slice(0, 10),
})

const frontMatter = ({ name, description }: Skill): string =>
  [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    `version: ${SKILL_VERSION}`,
    '---',
  ].join('\n')

export const skillText = (skill: Skill, where: Where): string =>
  `${frontMatter(skill)}\n\n${skill.write(where).trim()}\n`

export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

export const bulletList = (items: readonly string[]): string => items.map(item => `- ${item}`).join('\n')

export const codeSpan = (name: string): string => `\`${name}\``
