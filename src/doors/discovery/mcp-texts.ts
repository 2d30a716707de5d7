import type { App } from '../../platform/app.ts'
import { authGuide } from './guides/auth-guide.ts'
import { cliGuide } from './guides/cli-guide.ts'
import { clientGuide } from './guides/client-guide.ts'
import { consumerGuide } from './guides/consumer-guide.ts'
import type { Guide } from './guides/guide.ts'
import { guideMarkdown } from './guides/guide-markdown.ts'
import { homeownersGuide } from './guides/homeowners-guide.ts'
import { umbrellaGuide } from './guides/umbrella-guide.ts'
import { consumerSkill } from './skills/consumer-skill.ts'
import { fieldsMarkdown, products } from './skills/fields-markdown.ts'
import { homeownersSkill } from './skills/homeowners-skill.ts'
import { type Skill, skillText, whereOf } from './skills/skill.ts'
import { umbrellaSkill } from './skills/umbrella-skill.ts'

type McpText = {
  path: string
  name: string
  title: string
  description: string
  read(app: App): string | Promise<string>
}

const ofSkill = (skill: Skill): McpText => ({
  path: skill.path,
  name: skill.name,
  title: `Skill: ${skill.name}`,
  description: skill.description,
  read: app => skillText(skill, whereOf(app)),
})

const ofGuide = (guide: Guide): McpText => ({
  path: guide.path,
  name: `guide${guide.path.replace('/docs', '').replaceAll('/', '-')}`,
  title: `Guide: ${guide.title}`,
  description: guide.summary,
  read: app => guideMarkdown(guide, whereOf(app)),
})

const fields: readonly McpText[] = products.map(product => ({
  path: product.path,
  name: `fields-${product.title.toLowerCase()}`,
  title: `Fields: ${product.title}`,
  description: `Every field of the ${product.title.toLowerCase()} application: its values and what it means.`,
  read: () => `${fieldsMarkdown(product)}\n`,
}))

export const mcpTexts = {
  operator: [
    ...[homeownersSkill, umbrellaSkill].map(ofSkill),
    ...[authGuide, homeownersGuide, umbrellaGuide, clientGuide, cliGuide].map(ofGuide),
    ...fields,
  ],
  consumer: [ofSkill(consumerSkill), ofGuide(consumerGuide), ...fields],
} as const
