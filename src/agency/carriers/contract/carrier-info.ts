import Type, { type Static } from 'typebox'
import { keysOf } from '../../../platform/lib/keys-of.ts'

export const CarrierInfo = Type.Object(
  {
    am_best: Type.Optional(Type.String({ description: 'Financial strength rating by AM Best.' })),
    phone: Type.Optional(Type.String()),
    claims_phone: Type.Optional(Type.String({ description: 'Where claims are reported.' })),
    website: Type.Optional(Type.String({ format: 'uri' })),
  },
  { additionalProperties: false, description: 'What the agency states about the carrier.' },
)
export type CarrierInfo = Static<typeof CarrierInfo>

export const carrierInfoField = Type.Optional(CarrierInfo)

/** Nothing else about a carrier is shown: what the agency earns stays with the agency. */
export const carrierInfoOf = ({
  am_best,
  phone,
  claims_phone,
  website,
}: CarrierInfo): CarrierInfo | undefined => {
  const info = {
    ...(am_best !== undefined && { am_best }),
    ...(phone !== undefined && { phone }),
    ...(claims_phone !== undefined && { claims_phone }),
    ...(website !== undefined && { website }),
  }
  return Object.keys(info).length > 0 ? info : undefined
}

const LABELS = {
  am_best: 'AM Best rating',
  phone: 'Phone',
  claims_phone: 'Report a claim',
  website: 'Website',
} as const satisfies Record<keyof CarrierInfo, string>

export const carrierInfoRows = (
  info: CarrierInfo | undefined,
): { name: keyof CarrierInfo; label: string; value: string }[] =>
  keysOf(LABELS).flatMap(name => {
    const value = info?.[name]
    return value === undefined ? [] : [{ name, label: LABELS[name], value }]
  })
