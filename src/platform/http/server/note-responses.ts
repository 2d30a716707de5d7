import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../errors.ts'
import type { Budgets } from '../budgets/budgets.ts'
import { chargeCosts } from '../budgets/costs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { CallerBase, PipelineApp } from '../operation.ts'

export type Answered = {
  request_id: string
  method: string
  route: string
  status: number
  error: ErrorCode | null
  caller: CallerBase
}

export const routeOf = ({ route, routeOptions }: FastifyRequest): string =>
  route ?? routeOptions.url ?? 'unknown'

const callerOf = ({ call }: FastifyRequest) => ({
  caller: call?.caller.scope ?? undefined,
  credential: call?.caller.credentialId ?? undefined,
})

type Tools = {
  app: PipelineApp
  budgets: Budgets
  metrics: Metrics
  onAnswered?: (answered: Answered) => void
}

export const noteResponses = (
  server: FastifyInstance,
  { app, budgets, metrics, onAnswered }: Tools,
): void => {
  server.addHook('onResponse', (request, reply, done) => {
    const { id: request_id, method } = request
    const route = routeOf(request)
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 10) / 10
    metrics.observe({ method, route, status, ms })
    if (request.costs) chargeCosts(budgets, request.costs)
    if (request.call)
      onAnswered?.({
        request_id,
        method,
        route,
        status,
        error: request.failure,
        caller: request.call.caller,
      })
    app.log.request({ request_id, method, route, status, ms, ...callerOf(request) })
    done()
  })
}
