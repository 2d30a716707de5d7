export type PostalAddress = { street: string; city: string; state: string; zip: string }
