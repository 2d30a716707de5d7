import { nameWords } from '../lib/name-words.ts'

export type Origin = 'person' | 'operator' | 'assistant' | 'staff'

export type Confidence = 'low' | 'medium' | 'high'
export const confidences: readonly Confidence[] = ['low', 'medium', 'high']

export type FieldEstimate = {
  field: string
  source: string
  confidence: Confidence
  confirmed_by_user: boolean
  estimated_at?: string
  reason?: string
  rule?: string
}

export type EstimatedRow = {
  field_estimates: FieldEstimate[]
  locked: string[]
  /** Who stated or confirmed each value that is not an open estimate. Older records have none. */
  sources?: Readonly<Record<string, Origin>>
}

export const SERVICE_SOURCE = 'service_model'

export type Speaker = Origin

/** Who stated a value, or the rule that produced it. `from` names the answers that a rule read. */
export type Source =
  | { kind: Speaker }
  | { kind: 'estimate'; from: string; confidence: Confidence }
  | { kind: 'service_estimate'; rule: string; confidence: Confidence }
  | { kind: 'derived'; rule: string; from: Readonly<Record<string, Source>> }

declare const brand: unique symbol

/** Made only in this file, from a stored answer or from other sourced values. */
export type Sourced<T> = { readonly value: T; readonly source: Source; readonly [brand]: true }

export type SourcedFields<Risk> = {
  readonly [K in keyof Risk]: Sourced<NonNullable<Risk[K]>> | Extract<Risk[K], null>
}

export type QuoteRequest<Risk> = {
  readonly request_id: string
  readonly today: string
  readonly risk: Risk
  readonly sources: Readonly<Record<string, Source>>
  readonly [brand]: true
}

export type SourcedTree<T> =
  | Sourced<T>
  | (T extends readonly (infer Item)[]
      ? readonly SourcedTree<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: SourcedTree<NonNullable<T[K]>> }
        : never)

const sourced = <T>(value: T, source: Source): Sourced<T> => ({ value, source }) as Sourced<T>

export const sourceOf = (row: EstimatedRow, field: string, teller: Origin): Source => {
  const estimate = row.field_estimates.find(entry => entry.field === field)
  if (estimate && !estimate.confirmed_by_user) {
    const { source, confidence, rule = SERVICE_SOURCE } = estimate
    return source === SERVICE_SOURCE
      ? { kind: 'service_estimate', rule, confidence }
      : { kind: 'estimate', from: source, confidence }
  }
  return { kind: row.sources?.[field] ?? (row.locked.includes(field) ? 'person' : teller) }
}

/** An estimate that the person confirmed is still the teller's word: its value did not change. */
export const isTold = (row: EstimatedRow, field: string, teller: Origin): boolean => {
  const estimate = row.field_estimates.find(entry => entry.field === field)
  return estimate ? estimate.source !== SERVICE_SOURCE : sourceOf(row, field, teller).kind === teller
}

const SPOKEN: Readonly<Record<Speaker, string>> = {
  person: 'The person',
  operator: 'The operator',
  assistant: 'The person’s assistant',
  staff: 'Agency staff',
}

export const sourceInWords = (source: Source): string => {
  switch (source.kind) {
    case 'estimate':
      return `Estimate from ${nameWords(source.from)}`
    case 'service_estimate':
      return `Our estimate (${nameWords(source.rule)})`
    case 'derived':
      return `Follows from other answers (${nameWords(source.rule)})`
    default:
      return SPOKEN[source.kind]
  }
}

/** An operator owns what its agents sent. A shopper's own assistant works without one. */
export const tellerOf = ({ owner }: { owner: string | null }): Origin =>
  owner === null ? 'assistant' : 'operator'

export type SourcedAnswers<Values> = {
  readonly [K in keyof Values]?: Sourced<NonNullable<Values[K]>>
}

export const sourcedAnswers = <Values extends object>(
  row: EstimatedRow & Values,
  names: readonly (keyof Values & string)[],
  teller: Origin,
): SourcedAnswers<Values> =>
  Object.fromEntries(
    names.flatMap(name =>
      row[name] === undefined ? [] : [[name, sourced(row[name], sourceOf(row, name, teller))]],
    ),
  ) as SourcedAnswers<Values>

export const neededIn =
  <Values>(said: SourcedAnswers<Values>, whose: string) =>
  <K extends keyof Values & string>(name: K): Sourced<NonNullable<Values[K]>> => {
    const answer: Sourced<NonNullable<Values[K]>> | undefined = said[name]
    if (answer === undefined) throw new Error(`${whose} without ${name} cannot be rated.`)
    return answer
  }

type Read = Readonly<Record<string, Sourced<unknown> | undefined>>
type ValuesRead<R> = {
  [K in keyof R]: R[K] extends Sourced<infer V>
    ? V
    : R[K] extends Sourced<infer V> | undefined
      ? V | undefined
      : never
}

/** The rule sees only the sourced values it is given, so that its result follows from them. */
export const derived = <const R extends Read, T>(
  rule: string,
  read: R,
  compute: (values: ValuesRead<R>) => T,
): Sourced<T> => {
  const given = Object.entries(read).flatMap(([name, answer]) => (answer ? [[name, answer] as const] : []))
  if (given.length === 0) throw new Error(`The rule ${rule} has nothing to read.`)
  const values = Object.fromEntries(given.map(([name, { value }]) => [name, value])) as ValuesRead<R>
  const from = Object.fromEntries(given.map(([name, { source }]) => [name, source]))
  return sourced(compute(values), { kind: 'derived', rule, from })
}

export const withSources = <Values extends object>(
  answers: SourcedFields<Values>,
): { values: Values; sources: Readonly<Record<string, Source>> } => {
  const given = Object.entries<Sourced<unknown> | null>(answers as never)
  return {
    values: Object.fromEntries(given.map(([name, answer]) => [name, answer?.value ?? null])) as Values,
    sources: Object.fromEntries(given.flatMap(([name, answer]) => (answer ? [[name, answer.source]] : []))),
  }
}

export const itemsOf = <Item extends object>(
  list: Sourced<readonly Item[]> | undefined,
): SourcedAnswers<Item>[] =>
  (list?.value ?? []).map(
    item =>
      Object.fromEntries(
        Object.entries(item).flatMap(([name, value]) =>
          value === undefined || !list ? [] : [[name, sourced(value, list.source)]],
        ),
      ) as SourcedAnswers<Item>,
  )

type MaybeKnown<Values> = { readonly [K in keyof Values]: Sourced<NonNullable<Values[K]>> | undefined }

export const known = <Values extends object>(answers: MaybeKnown<Values>): SourcedTree<Values> =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined)) as never

type Flat = { value: unknown; sources: Readonly<Record<string, Source>> }

const isSourced = (node: object): node is Sourced<unknown> => 'value' in node && 'source' in node

const flatten = (node: object, path: string): Flat => {
  if (isSourced(node)) return { value: node.value, sources: { [path]: node.source } }
  const below = (name: string) => (Array.isArray(node) ? `${path}[${name}]` : path ? `${path}.${name}` : name)
  const parts = Object.entries(node).map(
    ([name, child]) => [name, flatten(child as object, below(name))] as const,
  )
  return {
    value: Array.isArray(node)
      ? parts.map(([, { value }]) => value)
      : Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    sources: Object.assign({}, ...parts.map(([, part]) => part.sources)),
  }
}

/** The values of a tree, and the source of each by its path, such as `applicants[0].full_name`. */
export const treeWithSources = <T>(
  tree: SourcedTree<T>,
): { values: T; sources: Readonly<Record<string, Source>> } => {
  const { value, sources } = flatten(tree, '')
  return { values: value as T, sources }
}

/** The only way to make a request to a carrier. `details` go to carriers with contract 2. */
export const quoteRequest = <Risk extends object>(
  { request_id, today }: { request_id: string; today: string },
  risk: SourcedFields<Risk>,
  details?: SourcedTree<object>,
): QuoteRequest<Risk> => {
  const { values, sources } = withSources(risk)
  const more = details && treeWithSources(details)
  return {
    request_id,
    today,
    risk: values,
    sources: { ...sources, ...more?.sources },
    ...(more && { contract: 2, ...more.values }),
  } as QuoteRequest<Risk>
}
