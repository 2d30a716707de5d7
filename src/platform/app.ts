import type { TObject, TSchema } from 'typebox'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { AnyTable } from './db/table.ts'
import type { CallerBase, Operation, PipelineApp } from './http/operation.ts'
import type { Job } from './jobs/job.ts'
import type { Random } from './lib/random.ts'

type CarriersByMode = Readonly<Record<'live' | 'sandbox', readonly unknown[]>>

export type App = PipelineApp & {
  config: Config
  random: Random
  tables: readonly AnyTable[]
  /** By line, made once at startup. Each line knows what kind its own are. */
  carriers: Readonly<Record<string, CarriersByMode>>
  direct?: Db
}

export type Anyone = CallerBase & { kind: 'anyone'; scope: null }

export const operation = <C extends CallerBase, I extends TObject, O extends TSchema, P = undefined>(
  definition: Operation<App, C, I, O, P>,
): Operation<App, C, I, O, P> => definition

export const job = <P>(definition: Job<App, P>): Job<App, P> => definition

export const perService = <T>(make: (app: App) => T): ((app: App) => T) => {
  const kept = new WeakMap<Config, T>()
  return app => {
    const known = kept.get(app.config)
    if (known !== undefined) return known
    const made = make(app)
    kept.set(app.config, made)
    return made
  }
}
