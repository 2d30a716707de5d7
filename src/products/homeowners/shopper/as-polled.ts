import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Shopper } from '../../../platform/key/shopper/intake-token.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import { readOwnIntake } from '../intake/intake.ts'
import { shopperView } from './view.ts'

const SELECTED: HomeownersStatus = 'selected'

export const asPolled =
  <S, F>(act: (app: App, caller: Shopper, sent: S) => Promise<F>) =>
  async (app: App, caller: Shopper, sent: S): Promise<F> => {
    try {
      return await act(app, caller, sent)
    } catch (error) {
      if (!(error instanceof Failure) || error.details.current_status !== SELECTED) throw error
      const { status } = await shopperView(app, await readOwnIntake(app, caller, caller.uid))
      throw new Failure(error.code, { ...error.details, current_status: status })
    }
  }
