import type { App } from '../../../platform/app.ts'
import { type DocumentRow, json, MARKDOWN } from '../../../platform/http/pages/document.ts'
import { SKILL_VERSION } from '../../../platform/http/versions.ts'
import { CLIENT_PATH } from '../client-tarball.ts'
import { consumerSkill } from './consumer-skill.ts'
import { fieldsMarkdown, products } from './fields-markdown.ts'
import { homeownersSkill } from './homeowners-skill.ts'
import { type Skill, skillText, whereOf } from './skill.ts'
import { umbrellaSkill } from './umbrella-skill.ts'

export const skills: readonly Skill[] = [umbrellaSkill, homeownersSkill, consumerSkill]

const published = (id: string, summary: string, type: string): DocumentRow<App>['contract'] => ({
  surface: 'full',
  id,
  summary,
  tag: 'discovery',
  types: [type.split(';')[0] ?? type],
})

const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const skillDocument = (skill: Skill): DocumentRow<App> => ({
  path: skill.path,
  page: false,
  contract: published(`get${camel(`-${skill.name}`)}Skill`, skill.description, MARKDOWN),
  respond: app => ({ type: MARKDOWN, body: skillText(skill, whereOf(app)) }),
})

const index: DocumentRow<App> = {
  path: '/ai/skills',
  page: false,
  contract: published(
    'listSkills',
    'The skills that teach an agent to use this service.',
    'application/json',
  ),
  respond: ({ config: { publicUrl } }) =>
    json({
      version: SKILL_VERSION,
      skills: skills.map(({ name, description, path }) => ({ name, description, url: publicUrl + path })),
    }),
}

const llmsText = (publicUrl: string): string => `# Bindery

> Umbrella and homeowners insurance that agents can buy: a business's agents for its customers, or a shopper's own assistant. Five calculators estimate prices.

## Skills
${skills.map(({ name, description, path }) => `- [${name}](${publicUrl}${path}): ${description}`).join('\n')}

## Contract
- [Operator API](${publicUrl}/api/agent/openapi.yaml): OpenAPI 3.1
- [Consumer API](${publicUrl}/api/consumer/openapi.yaml): OpenAPI 3.1
- Fields: ${products.map(({ title, path }) => `[${title}](${publicUrl}${path})`).join(', ')}
- Everything here in one file: ${publicUrl}/llms-full.txt
- [How to get a credential](${publicUrl}/auth.md)
- [Errors](${publicUrl}/docs/errors)
- [TypeScript client](${publicUrl}/docs/client): npm install ${publicUrl}${CLIENT_PATH}

## MCP, streamable HTTP
- [For a business's agents](${publicUrl}/api/agent/mcp): operator key or OAuth
- [For a shopper's own assistant](${publicUrl}/api/consumer/mcp): no credential
- [How to connect](${publicUrl}/docs/mcp)
`

const llmsTxt: DocumentRow<App> = {
  path: '/llms.txt',
  page: false,
  contract: published('getLlmsTxt', 'The starting point for language models.', 'text/plain'),
  respond: ({ config: { publicUrl } }) => ({
    type: 'text/plain; charset=utf-8',
    body: llmsText(publicUrl),
  }),
}

const llmsFullTxt: DocumentRow<App> = {
  path: '/llms-full.txt',
  page: false,
  contract: published(
    'getLlmsFullTxt',
    'The starting point, all skills, and all fields in one text.',
    'text/plain',
  ),
  respond: app => ({
    type: 'text/plain; charset=utf-8',
    body: [
      llmsText(app.config.publicUrl),
      ...skills.map(skill => skill.write(whereOf(app)).trim()),
      ...products.map(fieldsMarkdown),
      '',
    ].join('\n\n'),
  }),
}

export const skillDocuments: DocumentRow<App>[] = [index, llmsTxt, llmsFullTxt, ...skills.map(skillDocument)]
