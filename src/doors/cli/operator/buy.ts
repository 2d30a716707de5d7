import type { OperatorCommand } from './command.ts'
import { commandsFor } from './lines.ts'

export const buy: OperatorCommand = {
  usage: 'buy UID',
  help: 'Buy umbrella coverage. The homeowner buys home insurance.',
  details: [
    'Shows the purchase and what you state by buying it, then asks. Buys in the sandbox only, unless you add --live.',
    'For a homeowners UID it prints the link where the homeowner buys, and ends with 1.',
    '--offer CARRIER             the offer the buyer chose',
    '--credit-consent Yes|No     the buyer’s own answer to the credit question',
    '--answers FILE              JSON with the answers that are still missing (default: asks for them on a terminal)',
    '--skeleton                  print that JSON with a description in place of each answer, and buy nothing',
    '--document TYPE=FILE        declarations or auto_declarations, as PDF, PNG, or JPEG; can be repeated',
    '--yes                       buy without being asked',
    '--live                      allow a real purchase',
  ],
  options: {
    offer: { type: 'string' },
    'credit-consent': { type: 'string' },
    answers: { type: 'string' },
    skeleton: { type: 'boolean' },
    document: { type: 'string', multiple: true },
    yes: { type: 'boolean' },
    live: { type: 'boolean' },
  },
  takes: { least: 1, most: 1 },
  needsKey: true,
  answers: true,
  run: call => commandsFor(call.args[0] ?? '').buy(call, call.args[0] ?? ''),
}
