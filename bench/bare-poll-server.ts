import Fastify from 'fastify'
import pg from 'pg'
import { validatorCompiler, withoutIds } from '../src/platform/http/schemas.ts'
import { homeownersQuotes } from '../src/products/homeowners/quotes.ts'

/** The baseline for polls: one prepared select by primary key and a constant response of the same size. */
const [port, databaseUrl, answer] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const body = JSON.parse(String(answer)) as object
const server = Fastify({ logger: false })
server.setValidatorCompiler(validatorCompiler)
server.get('/ready', async () => 'yes')
server.post<{ Body: { uid: string } }>(
  '/',
  {
    schema: {
      body: withoutIds(homeownersQuotes.input),
      response: { 200: withoutIds(homeownersQuotes.output) },
    },
  },
  async request => {
    await pool.query({
      name: 'poll',
      text: 'select * from intakes where uid = $1',
      values: [request.body.uid],
    })
    return body
  },
)
await server.listen({ port: Number(port), host: '127.0.0.1' })
