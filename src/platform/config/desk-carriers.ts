import { isObject } from '../lib/is-object.ts'
import { type CarrierFacts, carrierFactsOf } from './carrier-facts.ts'
import {
  CARRIER_FIELDS,
  type CarrierRule,
  type CarrierSettings,
  entryTitle,
  isDeskEntry,
  type UmbrellaEndpoint,
} from './carriers-file.ts'
import { isText } from './list-file.ts'

export type DeskCarrierSettings = {
  id: string
  name: string
  naic: string
  facts: CarrierFacts
  address?: string
  portalUrl: string
  expectedHours: number
  instructions: string
  homeowners?: { states: readonly string[] }
  umbrella?: Pick<UmbrellaEndpoint, 'states' | 'workflow' | 'requiresSignature'>
}

type Reading = { production: boolean; stop: (sentence: string) => never }

const { id, name, address, admitted, am_best, phone, claims_phone, website, commission_pct } = CARRIER_FIELDS
const { renewal_commission_pct, homeowners_states, umbrella_states, workflow, requires_signature } =
  CARRIER_FIELDS

const LONGEST_HOURS = 24 * 30
const LONGEST_INSTRUCTIONS = 2000

const isPortal = (value: unknown, production: boolean): boolean => {
  if (!isText(value) || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return (protocol === 'https:' || (protocol === 'http:' && !production)) && !username && !password
}

const FIELDS: Readonly<Record<string, CarrierRule>> = {
  kind: [value => value === 'desk', 'kind must be "desk"'],
  id,
  name,
  naic: [
    value => isText(value) && /^\d{5}$/.test(value),
    'naic must be the carrier’s five digits in quotes, such as "12345"',
  ],
  address,
  admitted,
  am_best,
  phone,
  claims_phone,
  website,
  commission_pct,
  renewal_commission_pct,
  homeowners_states,
  umbrella_states,
  workflow,
  requires_signature,
  portal_url: [
    isPortal,
    'portal_url must be the address of the carrier’s portal, with https:// and without a user or a password',
  ],
  expected_hours: [
    value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_HOURS,
    `expected_hours must be a whole number from 1 to ${LONGEST_HOURS}`,
  ],
  instructions: [
    value =>
      value === undefined ||
      (isText(value) && value.length <= LONGEST_INSTRUCTIONS && !/[^\P{C}\n]/u.test(value)),
    `instructions must be text of at most ${LONGEST_INSTRUCTIONS} characters, or be left out`,
  ],
}

const problemOf = (entry: Record<string, unknown>, production: boolean): string | undefined => {
  const unknown = Object.keys(entry).find(field => !Object.hasOwn(FIELDS, field))
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is not a field of a desk carrier`
  const bad = Object.entries(FIELDS).find(([field, [rule]]) => !rule(entry[field], production))
  if (bad) return bad[1][1]
  if (entry.homeowners_states === undefined && entry.umbrella_states === undefined)
    return 'it must have homeowners_states, umbrella_states, or both'
  if ((entry.umbrella_states === undefined) !== (entry.workflow === undefined))
    return 'umbrella_states and workflow are given together or not at all'
  return entry.requires_signature !== undefined && entry.umbrella_states === undefined
    ? 'requires_signature needs umbrella_states (homeowners always sign)'
    : undefined
}

const settingsOf = (entry: Record<string, unknown>): DeskCarrierSettings => ({
  id: String(entry.id),
  name: String(entry.name),
  naic: String(entry.naic),
  facts: carrierFactsOf(entry),
  ...(entry.address !== undefined && { address: String(entry.address) }),
  portalUrl: String(entry.portal_url),
  expectedHours: Number(entry.expected_hours),
  instructions: String(entry.instructions ?? ''),
  ...(entry.homeowners_states !== undefined && {
    homeowners: { states: entry.homeowners_states as string[] },
  }),
  ...(entry.umbrella_states !== undefined && {
    umbrella: {
      states: entry.umbrella_states as string[],
      workflow: entry.workflow as UmbrellaEndpoint['workflow'],
      requiresSignature: entry.requires_signature === true,
    },
  }),
})

export const deskCarriers = (
  entries: readonly unknown[],
  { production, stop }: Reading,
): DeskCarrierSettings[] => {
  const ids = entries.map(entry => (isObject(entry) ? entry.id : undefined))
  return entries.flatMap((entry, at) => {
    if (!isDeskEntry(entry)) return []
    const problem =
      problemOf(entry, production) ??
      (ids.indexOf(entry.id) === ids.lastIndexOf(entry.id) ? undefined : 'another entry has this id')
    if (problem !== undefined) stop(`CARRIERS_FILE ${entryTitle(entry, at)}: ${problem}.`)
    return [settingsOf(entry)]
  })
}

type Stated = { carriers: readonly CarrierSettings[]; deskCarriers: readonly DeskCarrierSettings[] }

export const statedCarrier = (
  { carriers, deskCarriers }: Stated,
  carrierId: string,
): CarrierSettings | DeskCarrierSettings | undefined =>
  [...carriers, ...deskCarriers].find(({ id }) => id === carrierId)
