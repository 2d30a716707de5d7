import { parseEmail } from '../lib/email-address.ts'
import { isPlainLine } from '../lib/plain-line.ts'
import type { Control, Option } from '../pages/fields.ts'
import { isDay } from '../values/calendar.ts'
import { centsIn, dollarsIn, usd } from '../values/money.ts'

type Told = {
  hint?: string | undefined
  optional?: boolean
  /** What to say if it is required and empty. */
  missing?: string
}

export type Read<V> = { value: V } | { problem: string }

export type FormField<V = unknown> = Told & {
  label: string
  control: Control
  read(text: string): Read<V>
}

type ValueOf<V, T> = T extends { optional: boolean } ? (T['optional'] extends false ? V : V | undefined) : V

type Kind<V, S> = {
  (label: string): FormField<V>
  <const T extends Told & S>(label: string, told: T): FormField<ValueOf<V, T>>
}

type Reading<V, S> = (text: string, field: S & { label: string }) => Read<V>

const lower = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

const kind = <V, S extends object>(controlOf: (told: Told & S) => Control, read: Reading<V, S>): Kind<V, S> =>
  ((label: string, told: Told & S): FormField<V> => ({
    missing: `Enter the ${lower(label)}.`,
    ...told,
    label,
    control: controlOf(told ?? {}),
    read: text => read(text, { ...told, label }),
  })) as Kind<V, S>

const MOST_CHARACTERS = 300

const plain = (text: string, isPlain: boolean, problem: string): Read<string> =>
  isPlain ? { value: text } : { problem }

export const line = kind<string, { most?: number; type?: 'tel' }>(
  ({ most = MOST_CHARACTERS, type, optional }) => ({
    kind: 'line',
    longest: most,
    required: !optional,
    ...(type && { type }),
  }),
  (text, { label, most = MOST_CHARACTERS }) =>
    plain(
      text,
      text.length <= most && isPlainLine(text),
      `${label} must be one line of plain text, at most ${most} characters.`,
    ),
)

export const paragraph = kind<string, { most: number; rows?: number }>(
  ({ most, rows = 3, optional }) => ({ kind: 'area', rows, longest: most, required: !optional }),
  (text, { label, most }) =>
    plain(
      text,
      text.length <= most && text.split(/[\n\t]/).every(isPlainLine),
      `${label} must be plain text, at most ${most} characters.`,
    ),
)

export const dollars = kind<number, { least?: number; most?: number }>(
  ({ optional }) => ({ kind: 'line', digits: true, short: true, required: !optional }),
  (text, { label, least = 0, most = 100_000_000 }) => {
    const value = dollarsIn(text)
    return value !== null && value >= least && value <= most
      ? { value }
      : {
          problem: `${label} must be whole dollars from ${usd(least)} to ${usd(most)}. Round cents to the nearest dollar.`,
        }
  },
)

export const cents = kind<number, { least?: number; most?: number }>(
  ({ optional }) => ({ kind: 'line', short: true, required: !optional }),
  (text, { label, least = 0.01, most = 1_000_000 }) => {
    const value = centsIn(text) ?? 0
    if (value >= least * 100 && value <= most * 100) return { value }
    const from = least < 1 ? '' : `at least ${usd(least)} and `
    return { problem: `${label} must be an amount such as 25 or 25.50, ${from}at most ${usd(most)}.` }
  },
)

export const count = kind<number, { most: number }>(
  ({ optional }) => ({ kind: 'line', digits: true, short: true, required: !optional }),
  (text, { label, most }) =>
    /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most
      ? { value: Number(text) }
      : { problem: `${label} must be a whole number from 1 to ${most}.` },
)

const notADay = (label: string): string => `${label} must be a date, such as 2026-12-01.`

const anyDay = kind<string, object>(
  ({ optional }) => ({ kind: 'line', type: 'date', short: true, required: !optional }),
  (text, { label }) => (isDay(text) ? { value: text } : { problem: notADay(label) }),
)

export const day = ((label: string, told?: Told) =>
  anyDay(label, { missing: notADay(label), ...told })) as typeof anyDay

/** As `datetime-local` sends it, without a zone. */
export const moment = kind<string, object>(
  ({ optional }) => ({ kind: 'line', type: 'datetime-local', required: !optional }),
  (text, { label }) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))
      ? { value: text }
      : { problem: `${label} must be a date and a time.` },
)

export const email = kind<string, object>(
  ({ optional }) => ({ kind: 'line', type: 'email', required: !optional }),
  (text, { label }) => {
    const value = parseEmail(text)
    return value === null
      ? { problem: `${label} must be an email address, like name@example.com.` }
      : { value }
  },
)

type Chosen<O extends readonly Option[]> = Exclude<O[number]['value'], ''>

const fromList = (label: string): string => `${label}: choose one from the list.`

export const choice = <const O extends readonly Option[], const T extends Told = Told>(
  label: string,
  options: O,
  told?: T,
): FormField<ValueOf<Chosen<O>, T>> => ({
  missing: fromList(label),
  ...told,
  label,
  control: { kind: 'select', options },
  read: text => {
    const found = options.find(({ value }) => value === text)
    return found
      ? { value: found.value as ValueOf<Chosen<O>, T> }
      : { problem: told?.missing ?? fromList(label) }
  },
})

export const AND = ','

/** At least one of the options, unless it is optional. */
export const checks = <const O extends readonly Option[], const T extends Told = Told>(
  label: string,
  options: O,
  told?: T,
): FormField<Chosen<O>[]> => ({
  missing: `Choose ${lower(label)}.`,
  ...told,
  label,
  control: { kind: 'checks', options },
  read: text => {
    const texts = text === '' ? [] : text.split(AND)
    return texts.every(one => options.some(({ value }) => value === one))
      ? { value: texts as Chosen<O>[] }
      : { problem: `${label}: choose from the list.` }
  },
})
