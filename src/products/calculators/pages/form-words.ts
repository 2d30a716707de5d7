import type { FieldProblem } from '../../../platform/errors.ts'
import { language } from '../../../platform/language/language.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { type ProblemCode, problemCatalog } from '../../../platform/problem-catalog.ts'
import { say, sayKnown } from '../say.ts'
import { type Form, fieldsOf } from './form.ts'

const PLAIN: Partial<Record<ProblemCode, string>> = {
  wrong_type: 'is not a number',
  wrong_format: 'does not look right',
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const BOUNDS = {
  'at least': 'at least {limit}',
  'at most': 'at most {limit}',
  'more than': 'more than {limit}',
} as const

const expectedWords = (expected: string): string => {
  if (expected === 'an integer') return say('a whole number')
  const [, bound, limit = ''] = /^(at least|at most|more than) (\d+)$/.exec(expected) ?? []
  return bound === undefined ? sayKnown(expected) : say(BOUNDS[bound as keyof typeof BOUNDS], { limit })
}

const enterWords = (expected: string | undefined): string => {
  if (expected === undefined) return ''
  const words = expectedWords(expected)
  const isForeign = language() === 'es' && words === expected && !/^[\d_, ]+$/.test(expected)
  return isForeign ? '' : ` ${say('Enter {expected}.', { expected: lowerFirst(words.replace(/\.$/, '')) })}`
}

const sentence = (label: string, problem: FieldProblem): string => {
  const { code, expected, facts = {} } = problem
  const told = Object.entries(facts).map(([name, fact]) => [name, sayKnown(fact)])
  const what = sayKnown(PLAIN[code] ?? problemCatalog[code], Object.fromEntries(told))
  const isLabelAgain = code === 'required' && expected?.toLowerCase() === label.toLowerCase()
  return say('{label} {problem}.', { label, problem: what }) + (isLabelAgain ? '' : enterWords(expected))
}

export const fieldErrors = (form: Form, problems: readonly FieldProblem[]): FieldError[] => {
  const fields = fieldsOf(form)
  const found = new Map<string | null, string>()
  for (const problem of problems) {
    const whole = form.wholes?.[problem.path]
    const field = fields.find(({ name }) => problem.path === name || problem.path.startsWith(`${name}[`))
    const name = whole?.name ?? field?.name ?? null
    if (found.has(name)) continue
    found.set(
      name,
      whole ? sayKnown(whole.message) : sentence(sayKnown(field?.label ?? problem.path), problem),
    )
  }
  const order = (name: string | null): number => fields.findIndex(field => field.name === name)
  return [...found]
    .map(([name, message]) => ({ name, message }))
    .sort((a, b) => order(a.name) - order(b.name))
}

export const inWords = (form: Form, text: string): string => {
  const labels = new Map(
    fieldsOf(form).flatMap(({ name, label, control }) => [
      [name, sayKnown(label)] as const,
      ...(control?.options ?? []).map(option => [option.value, sayKnown(option.label)] as const),
    ]),
  )
  return text.replaceAll(
    /\b([a-z0-9]+(?:_[a-z0-9]+)+|[a-z]+(?= \d+[,.]))( \d+)?/g,
    (all, name: string, count?: string) => {
      const label = labels.get(name)
      return label === undefined ? all : `${lowerFirst(label)}${count === undefined ? '' : `:${count}`}`
    },
  )
}
