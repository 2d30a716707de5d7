import type { TSchema } from 'typebox'
import { answerOf } from '../../../../client/src/client.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { AutoCalculatorRequest } from '../../../products/calculators/auto-request.ts'
import { HomeCalculatorRequest } from '../../../products/calculators/home-request.ts'
import { UmbrellaCalculatorRequest } from '../../../products/calculators/umbrella-request.ts'
import { answerLines } from '../table.ts'
import { put, typedValue } from './answers.ts'
import type { OperatorCommand } from './command.ts'
import type { JsonObject } from './read-json.ts'
import { misuse } from './refusal.ts'

const calculators = {
  'auto-estimates': AutoCalculatorRequest,
  'collision-and-comprehensive-coverage': AutoCalculatorRequest,
  'file-a-claim': AutoCalculatorRequest,
  home: HomeCalculatorRequest,
  umbrella: UmbrellaCalculatorRequest,
} as const

type Name = keyof typeof calculators
const names = keysOf(calculators)
const isName = (name: string): name is Name => Object.hasOwn(calculators, name)

type Node = { type?: unknown; properties?: Record<string, Node> }

const nodeAt = (schema: TSchema, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => node?.properties?.[part], schema as Node)

const bodyOf = (schema: TSchema, pairs: readonly string[]): JsonObject =>
  pairs.reduce<JsonObject>((body, pair) => {
    const [, key, text = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (key === undefined) return misuse(`${pair} is not key=value. For example: zip=94110`)
    const path = key.split('.')
    return put(body, path, typedValue(text, nodeAt(schema, path)?.type))
  }, {})

const fieldNames = (node: Node, at = ''): string[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    child.properties ? fieldNames(child, `${at}${name}.`) : [`${at}${name}`],
  )

export const calc: OperatorCommand = {
  usage: 'calc NAME key=value…',
  help: 'Estimate a price with one of the five calculators.',
  details: [
    'A dot reaches into a group: driver.age=42 driver.zip=94110. A list has commas: risk_factors=pool,trampoline.',
    ...names.map(name => `${name}: ${fieldNames(calculators[name] as Node).join(', ')}`),
  ],
  takes: { least: 1, most: Number.POSITIVE_INFINITY },
  needsKey: true,
  answers: true,
  async run({ bindery, args: [name = '', ...pairs] }) {
    if (!isName(name)) return misuse(`There is no calculator ${name}. Choose one: ${names.join(', ')}.`)
    const body = bodyOf(calculators[name], pairs)
    const answer = answerOf(await bindery.POST(`/api/agent/calculators/${name}`, { body: body as never }))
    return {
      lines: [
        ...answerLines(answer.result),
        '',
        ...answer.assumptions.map(assumption => `- ${assumption}`),
        answer.disclaimer,
      ],
      body: answer,
    }
  },
}
