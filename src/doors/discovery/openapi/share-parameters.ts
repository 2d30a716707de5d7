import { pascal } from './share-schemas.ts'

type Parameter = { name?: string; $ref?: string }
type Operation = { parameters?: Parameter[] }
type Paths = Record<string, Record<string, unknown>>

export type SharedParameters = { paths: Paths; parameters: Record<string, object> }

const operationsOf = (paths: Paths): Operation[] =>
  Object.values(paths).flatMap(item => Object.values(item) as Operation[])

/** A parameter that two operations take becomes one component. */
export const shareParameters = (paths: Paths): SharedParameters => {
  const written = operationsOf(paths).flatMap(({ parameters = [] }) =>
    parameters.map(one => JSON.stringify(one)),
  )
  const parameters: Record<string, object> = {}
  const names = new Map<string, string>()
  const share = (parameter: Parameter): Parameter => {
    const text = JSON.stringify(parameter)
    if (parameter.name === undefined || written.filter(other => other === text).length < 2) return parameter
    if (!names.has(text)) {
      const before = Object.keys(parameters).filter(name => name.startsWith(pascal(String(parameter.name))))
      const name = pascal(parameter.name) + (before.length === 0 ? '' : before.length + 1)
      names.set(text, name)
      parameters[name] = parameter
    }
    return { $ref: `#/components/parameters/${names.get(text)}` }
  }
  for (const operation of operationsOf(paths))
    if (operation.parameters) operation.parameters = operation.parameters.map(share)
  return { paths, parameters }
}
