import { LINES, type LineName, lineNames, lineOf } from '../../../platform/lines.ts'
import type { LineCommands } from './command.ts'
import { homeownersCommands } from './homeowners.ts'
import { misuse } from './refusal.ts'
import { umbrellaCommands } from './umbrella.ts'

const COMMANDS: Readonly<Record<LineName, LineCommands>> = {
  homeowners: homeownersCommands,
  umbrella: umbrellaCommands,
}

export const commandsOf = (line: LineName): LineCommands => COMMANDS[line]

export const commandsFor = (uid: string): LineCommands => {
  const line = lineOf(uid)
  return line
    ? COMMANDS[line]
    : misuse(
        `${uid} is no UID: it starts with ${lineNames.map(name => `${LINES[name].prefix}_`).join(' or ')}.`,
      )
}

export const lineOfIntake = (intake: unknown): LineName | undefined =>
  lineNames.find(line => intake !== null && typeof intake === 'object' && COMMANDS[line].isItsIntake(intake))
