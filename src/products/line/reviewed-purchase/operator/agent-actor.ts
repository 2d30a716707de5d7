import { operatorActor } from '../../acts/actor.ts'
import { type AgentCaller, type CallerWording, type ConsentingActor, ownerOf } from '../intake/intake.ts'
import { type OfLine, perLine } from '../reviewed-line.ts'
import { sessionView } from './session-view.ts'
import { chooseAgain } from './status-words.ts'

export const agentWordsIn = perLine(
  ({ name }): CallerWording => ({
    howToChange: `send a draft (POST /api/agent/${name}/draft), which is then reviewed and quoted again`,
    howToChooseAgain: chooseAgain('buyer', `POST /api/agent/${name}/select`),
    howToStartAgain: `send draft without a uid (POST /api/agent/${name}/draft)`,
    async whatNext(app, intake) {
      const { operation, description } = (await sessionView(app, intake)).next_action
      return operation === 'none' ? description : `${description} (POST /api/agent/${name}/${operation})`
    },
  }),
)

export const agentActor = (caller: AgentCaller, of: OfLine): ConsentingActor => ({
  ...operatorActor(ownerOf(caller), caller),
  words: agentWordsIn(of),
})
