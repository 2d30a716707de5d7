import type { TObject, TSchema } from 'typebox'
import type { App } from './app.ts'
import type { Budget } from './http/budgets/budget.ts'
import type { AnyOperation, CallerBase, Guard, Operation, Row, Surface } from './http/operation.ts'

const surfaceOf = (path: string): Surface => {
  if (path.startsWith('/api/agent/')) return 'operator'
  return /^\/api\/(consumer|intake)\//.test(path) ? 'consumer' : 'full'
}

const FOLDERS: Record<string, string> = { tools: 'calculators', agent: 'oauth', keys: 'key' }

const tagOf = (path: string): string => {
  const first = path.replace(/^\/(api\/(agent\/)?)?/, '').split('/')[0] ?? ''
  return FOLDERS[first] ?? first
}

const route =
  (method: Row<App>['method']) =>
  <C extends CallerBase, I extends TObject, O extends TSchema, P>(
    path: string,
    guard: Guard<App, NoInfer<C>>,
    operation: Operation<App, C, I, O, P>,
    ...budgets: Budget[]
  ): Row<App> => ({
    method,
    path,
    guard,
    operation: operation as AnyOperation<App>,
    budgets,
    surface: surfaceOf(path),
    tag: tagOf(path),
  })

export const get = route('GET')
export const post = route('POST')
export const change = route('PATCH')
export const remove = route('DELETE')
