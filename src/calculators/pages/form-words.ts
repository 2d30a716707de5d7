import type { FieldProblem } from '../../errors.ts'
import type { FieldError } from '../../pages/fields.ts'
import { type ProblemCode, problemWords } from '../../problem-catalog.ts'
import { type Form, fieldsOf } from './form.ts'

const PLAIN: Partial<Record<ProblemCode, string>> = {
  wrong_type: 'is not a number',
  wrong_format: 'does not look right',
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const expectedWords = (expected: string): string => (expected === 'an integer' ? 'a whole number' : expected)

const sentence = (label: string, problem: FieldProblem): string => {
  const { code, expected } = problem
  const what = PLAIN[code] ?? problemWords(problem)
  return `${label} ${what}.${expected === undefined ? '' : ` Enter ${lowerFirst(expectedWords(expected))}.`}`
}

export const fieldErrors = (form: Form, problems: readonly FieldProblem[]): FieldError[] => {
  const fields = fieldsOf(form)
  const found = new Map<string | null, string>()
  for (const problem of problems) {
    const whole = form.wholes?.[problem.path]
    const field = fields.find(({ name }) => problem.path === name || problem.path.startsWith(`${name}[`))
    const name = whole?.name ?? field?.name ?? null
    if (found.has(name)) continue
    found.set(name, whole?.message ?? sentence(field?.label ?? problem.path, problem))
  }
  const order = (name: string | null): number => fields.findIndex(field => field.name === name)
  return [...found]
    .map(([name, message]) => ({ name, message }))
    .sort((a, b) => order(a.name) - order(b.name))
}

export const inWords = (form: Form, text: string): string => {
  const labels = new Map(
    fieldsOf(form).flatMap(({ name, label, control }) => [
      [name, label] as const,
      ...(control?.options ?? []).map(option => [option.value, option.label] as const),
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
