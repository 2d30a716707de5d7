import type { FastifyInstance } from 'fastify'
import { admitAnonymous, takeAddressBudget } from './admission.ts'
import { type Budget, budgetHeaders } from './budgets/budget.ts'
import type { Budgets } from './budgets/budgets.ts'
import { nulProblem } from './unstorable-text.ts'

type Limits = { budgets: Budgets; budget: Budget; maxBytes: number }

/** Every body is text, because signatures cover its bytes and OAuth has its own forms. */
export const takeAnonymousText = (scope: FastifyInstance, { budgets, budget, maxBytes }: Limits): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, text, done) => done(nulProblem(text), text),
  )
  scope.addHook('onRequest', async (request, reply) => {
    admitAnonymous(budgets, request)
    await takeAddressBudget({ budgets, budget }, request)
    if (request.budget) reply.headers(budgetHeaders(request.budget))
  })
}
