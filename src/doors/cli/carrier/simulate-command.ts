import { once } from 'node:events'
import type { Command, Values } from '../arguments.ts'
import { misuse } from '../operator/refusal.ts'
import { chosenBy, isKnob, KNOBS, type Knob, knobNames } from './knobs.ts'
import { startSimulator } from './simulator.ts'

const SECRET = 'the secret of the simulated carrier'

const flags = Object.fromEntries(
  knobNames.map(knob => [knob.replaceAll('_', '-'), { type: 'boolean' as const }]),
)

const portOf = (text: string): number => {
  const port = Number(text)
  return Number.isInteger(port) && port >= 0 && port < 65_536 ? port : misuse('--port must be a port number.')
}

const simulate = async (values: Values): Promise<number> => {
  const { port, secret, events } = values as { port: string; secret: string; events?: string }
  if (secret.length < 32) misuse('--secret must hold at least 32 characters.')
  if (events !== undefined && !URL.canParse(events)) misuse(`--events ${events} is not a URL.`)
  const knobs = Object.keys(values)
    .map(name => name.replaceAll('-', '_'))
    .filter((name): name is Knob => isKnob(name))
  const simulator = await startSimulator({ port: portOf(port), secret, events, knobs, say: console.log })
  console.log(
    `Simulated carrier at ${simulator.url}. ${knobs.length > 0 ? knobs.join(', ') : 'It behaves well'}. Stop with Ctrl-C.`,
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await simulator.stop()
  return 0
}

export const simulateCommand: Command = {
  usage: 'carrier simulate',
  help: 'Stand in for a carrier over HTTP.',
  details: [
    'It is at http://127.0.0.1:N/homeowners and /umbrella, with /bind below each.',
    '',
    '--port N       where to listen (default: 8099)',
    `--secret TEXT  shared with the service (default: "${SECRET}")`,
    '--events URL   where to send events, such as http://127.0.0.1:8080/carriers/simulated/events',
    '',
    'A knob is a flag for all requests. A value in one request chooses it too: home_sqft for homeowners, jet_skis for umbrella.',
    '',
    ...knobNames.map(
      knob =>
        `--${knob.replaceAll('_', '-').padEnd(18)}${chosenBy(knob, 'home_sqft')} ${chosenBy(knob, 'jet_skis')}  ${KNOBS[knob]}`,
    ),
  ],
  options: {
    ...flags,
    port: { type: 'string', default: '8099' },
    secret: { type: 'string', default: SECRET },
    events: { type: 'string' },
  },
  run: (_, { values }) => simulate(values),
}
