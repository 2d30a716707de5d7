import Fastify from 'fastify'
import pino from 'pino'
import { validatorCompiler, withoutIds } from '../src/platform/http/schemas.ts'
import { umbrellaCalculator } from '../src/products/calculators/umbrella.ts'

/** The baseline: the same schemas and a constant response of the same size; with `logged`, a line of pino's for each call. */
const [port, answer, logged] = process.argv.slice(2)
const server = Fastify({ logger: false })
if (logged) {
  const log = pino()
  server.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    log.info(
      { id: request.id, method: request.method, route: request.routeOptions.url, statusCode, elapsedTime },
      'request',
    )
    done()
  })
}
server.setValidatorCompiler(validatorCompiler)
const body = JSON.parse(String(answer)) as object
server.get('/ready', async () => 'yes')
server.post(
  '/',
  {
    schema: {
      body: withoutIds(umbrellaCalculator.input),
      response: { 200: withoutIds(umbrellaCalculator.output) },
    },
  },
  async () => body,
)
await server.listen({ port: Number(port), host: '127.0.0.1' })
