import { operatorActor } from '../../line/acts/actor.ts'
import { type AgentCaller, type CallerWording, type ConsentingActor, ownerOf } from '../intake/intake.ts'
import { sessionView } from './session-view.ts'
import { chooseAgain } from './status-words.ts'

export const agentWords: CallerWording = {
  howToChange: 'send a draft (POST /api/agent/umbrella/draft), which is then reviewed and quoted again',
  howToChooseAgain: chooseAgain('buyer', 'POST /api/agent/umbrella/select'),
  howToStartAgain: 'send draft without a uid (POST /api/agent/umbrella/draft)',
  async whatNext(app, intake) {
    const { operation, description } = (await sessionView(app, intake)).next_action
    return operation === 'none' ? description : `${description} (POST /api/agent/umbrella/${operation})`
  },
}

export const agentActor = (caller: AgentCaller): ConsentingActor => ({
  ...operatorActor(ownerOf(caller), caller),
  words: agentWords,
})
