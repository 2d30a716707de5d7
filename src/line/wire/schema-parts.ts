import Type from 'typebox'

export const dollars = (description: string) => Type.Integer({ minimum: 0, description })

export const orNull = (description?: string, more: { format?: string } = {}) =>
  Type.Union([Type.String(more), Type.Null()], description === undefined ? {} : { description })
