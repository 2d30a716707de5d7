import { type CarrierKind, isIllustrativeCarrier, isSurplusIn } from '../../carriers/contract/carrier.ts'
import type { Admitted } from '../../config/carriers-file.ts'
import { type RulePlace, rulesFor, type StateRule } from '../../rules/rulebook.ts'
import { stateName } from '../fields/us-states.ts'

type Insurer = { kind: CarrierKind; admitted?: Admitted | undefined }

/** The rule that keeps us from selling: it requires a signed document that we cannot take yet. */
export const unbuiltDisclosure = (carrier: Insurer, place: RulePlace): StateRule | undefined =>
  isIllustrativeCarrier(carrier) || !isSurplusIn(carrier, place.state)
    ? undefined
    : rulesFor(place, 'surplus_lines_disclosure')[0]

export const disclosureDecline = ({ state, citation }: StateRule) =>
  ({
    kind: 'decline',
    reason_code: 'surplus_lines_disclosure',
    reason: `This insurance company is not admitted in ${stateName(state)} (surplus lines). ${stateName(state)} requires a separate signed disclosure (${citation}), which we can’t take yet.`,
  }) as const
