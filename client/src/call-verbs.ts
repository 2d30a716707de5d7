import type { Client } from 'openapi-fetch'
import type { paths } from './schema.ts'
import { VERBS } from './verbs.ts'

/** The contract keeps unknown keys of an application, so that a typo is not lost. Here, a typo does not compile. */
type Closed<T> = T extends readonly (infer Item)[]
  ? Closed<Item>[]
  : T extends object
    ? [keyof KnownPart<T>] extends [never]
      ? T
      : KnownPart<T>
    : T

type KnownPart<T> = {
  [Name in keyof T as string extends Name ? never : number extends Name ? never : Name]: Closed<T[Name]>
}

type At<Path, Method> = Path extends keyof paths
  ? Method extends keyof paths[Path]
    ? paths[Path][Method]
    : never
  : never

/** The generated types say `never` of what an operation does not take. */
type Taken<T> = [T] extends [never] ? unknown : NonNullable<T>

type Body<Called> = Called extends { requestBody?: { content: { 'application/json': infer Sent } } }
  ? Taken<Sent>
  : unknown
type Query<Called> = Called extends { parameters: { query?: infer Sent } } ? Taken<Sent> : unknown
type InPath<Called> = Called extends { parameters: { path: infer Sent } } ? Taken<Sent> : unknown
type Answer<Called> = Called extends { responses: { 200: { content: { 'application/json': infer Sent } } } }
  ? Sent
  : never

type Input<Called> = Closed<Body<Called>> & Query<Called> & InPath<Called>

type Options = { headers?: Record<string, string> }

type Verb<Called> = (
  ...sent: Record<never, never> extends Input<Called>
    ? [input?: Input<Called>, options?: Options]
    : [input: Input<Called>, options?: Options]
) => Promise<Answer<Called>>

type Table = typeof VERBS

/** `bindery.umbrella.draft({…})` returns the body, or throws a BinderyError. */
export type Verbs = {
  [Tag in keyof Table]: {
    [Name in keyof Table[Tag]]: Table[Tag][Name] extends readonly [infer Method, infer Path]
      ? Verb<At<Path, Method>>
      : never
  }
}

type Sent = Record<string, unknown>

const split = (path: string, input: Sent): { inPath: Sent; rest: Sent } => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  const isIn = ([name]: [string, unknown]): boolean => names.includes(name)
  const entries = Object.entries(input)
  return {
    inPath: Object.fromEntries(entries.filter(isIn)),
    rest: Object.fromEntries(entries.filter(entry => !isIn(entry))),
  }
}

type Outcome = { data?: unknown; error?: unknown; response: Response }

export const verbsOf = (client: Client<paths>, answerOf: (outcome: Outcome) => unknown): Verbs => {
  const request = client.request as unknown as (
    method: string,
    path: string,
    sent: object,
  ) => Promise<Outcome>
  const verb =
    ([method, path]: readonly [string, string]) =>
    async (input: Sent = {}, options: Options = {}) => {
      const { inPath, rest } = split(path, input)
      const hasBody = method === 'post' || method === 'patch'
      const params = { path: inPath, ...(!hasBody && { query: rest }) }
      return answerOf(await request(method, path, { params, ...(hasBody && { body: rest }), ...options }))
    }
  return Object.fromEntries(
    Object.entries(VERBS).map(([tag, verbs]) => [
      tag,
      Object.fromEntries(Object.entries(verbs).map(([name, called]) => [name, verb(called)])),
    ]),
  ) as unknown as Verbs
}
