import { expect, test } from 'vitest'
import { instructions } from '../../../products/homeowners/operator/quotes-words.ts'
import { shopperInstructions } from '../../../products/homeowners/shopper/words.ts'
import { operatorDoor } from '../../../products/line/reviewed-purchase/operator/session-view.ts'
import { statusWords } from '../../../products/line/reviewed-purchase/operator/status-words.ts'
import { shopperDoor } from '../../../products/line/reviewed-purchase/shopper/words.ts'
import { SHOW_OFFERS } from '../../../products/line/wire/previous-price.ts'
import { umbrellaLine } from '../../../products/umbrella/line.ts'
import { consumerPrompts, operatorPrompts } from '../../mcp/prompts.ts'
import { consumerSkill } from './consumer-skill.ts'
import { homeownersSkill } from './homeowners-skill.ts'
import { skillText } from './skill.ts'
import { umbrellaSkill } from './umbrella-skill.ts'

const common = {
  sandbox: false,
  illustrative: false,
  consentOffered: false,
  creditRefusedBy: null,
  wasQuoted: false,
} as const
const home = {
  ...common,
  uid: 'hom_1',
  status: 'quoted',
  missing: [],
  offers: 2,
  homes: 1,
  insured: 0,
  waiting: null,
  undescribed: 0,
  startDate: null,
  hasStartWarning: false,
  notIssuedBy: [],
  policies: [],
  hasLender: false,
  isCanceled: false,
  isOver: false,
  hadOffers: false,
  placing: { open: [], asked: [], isAtDesk: false, homes: 1, insured: 0 },
} as const
const umbrella = {
  ...common,
  uid: 'umb_1',
  status: 'quoted',
  offers: 2,
  missing: 0,
  estimated: 0,
  uploads: [],
  consentRefused: false,
  waiting: null,
  isAsked: false,
  startPassed: null,
  endedBy: null,
  expired: false,
  paymentFailed: false,
  erased: false,
} as const
const where = { base: 'https://bindery.test', startDate: '2026-12-01' }

const skills = [homeownersSkill, umbrellaSkill, consumerSkill]
const prompts = [...operatorPrompts, ...consumerPrompts].filter(({ description }) =>
  /offers|policy/.test(description),
)

const texts = [
  ['the homeowners operator', instructions(home).join(' ')],
  ['a homeowners shopper', shopperInstructions({ ...home, missing_fields: [] }).join(' ')],
  ['the umbrella operator', statusWords(umbrellaLine, umbrella, operatorDoor).agent_instructions.join(' ')],
  [
    'an umbrella shopper',
    statusWords(umbrellaLine, umbrella, shopperDoor(umbrella.uid)).agent_instructions.join(' '),
  ],
  ...skills.map(skill => [`a reader of ${skill.path}`, skillText(skill, where)] as const),
  ...prompts.map(({ description, write }) => [`a prompt to ${description}`, write({})] as const),
] as const

test.each(texts)('%s passes on the agency’s recommendation and adds none', (_, text) => {
  expect(text).toContain(SHOW_OFFERS)
  expect(text).toContain('the agency’s recommendation in its own words. Add no recommendation of your own')
  expect(text).not.toMatch(/recommend only|you may pass on/i)
})

test('every prompt that leads to offers is looked at', () => {
  expect(prompts).toHaveLength(4)
})
