/** The fields of `data` of events about agents and keys. */
import type { EventType } from '../../shared/events.ts'
import { agent_id, instant, oneOf, optionalText, type Properties, text } from './eventProperties.ts'

const standing = (status: string): Properties => ({
  agent_id,
  status: oneOf('Whether it may act.', 'AgentStatus', status),
  reason: { ...optionalText('Why, in own words.', 'The project is over.'), nullable: true },
  actor: text('The key, or the agent itself, that did it.', 'key_sample'),
  at: instant('When.'),
})

const apiKey: Properties = {
  key_id: text('The key: never the key itself.', 'key_sample'),
  principal_id: text('The person that it belongs to.', 'person_sample'),
  roles: { type: 'array', description: 'Its roles.', sample: ['approver'] },
  reason: { ...optionalText('Why, in own words.', 'The person left.'), nullable: true },
  actor: text('The key that did it; operator for a command of the operator, openid for a sign-in.', 'key_sample'),
  at: instant('When.'),
}

const merchantKey: Properties = {
  key_id: text('The key: never the key itself.', 'key_sample'),
  merchant_id: text('The merchant that it belongs to.', 'mrc_sample'),
  name: { ...optionalText('What it is called.', 'Shop'), nullable: true },
  reason: { ...optionalText('Why, in own words.', 'The shop has moved.'), nullable: true },
  actor: text('The key that did it.', 'key_sample'),
  at: instant('When.'),
}

const person: Properties = {
  principal_id: text('The person.', 'person_sample'),
  reason: text('Why, in own words.', 'On leave.'),
  actor: text('The key that did it.', 'key_sample'),
  at: instant('When.'),
}

const session: Properties = {
  session_id: text('The session: never what opens it.', 'ses_sample'),
  key_id: text('The key from which it was made.', 'key_sample'),
  principal_id: text('The person.', 'person_sample'),
  kind: oneOf('What holds it.', 'SessionKind', 'browser'),
  roles: { type: 'array', description: 'Its roles: at most those of the key.', sample: ['viewer'] },
  reason: { ...optionalText('Why, in own words.', 'The device was lost.'), nullable: true },
  actor: text('The key that did it.', 'key_sample'),
  at: instant('When.'),
}

const organization = (status: string): Properties => ({
  org_id: text('The organization.', 'org_sample'),
  status: oneOf('Whether it may act.', 'OrganizationStatus', status),
  reason: text('Why, in own words.', 'Under investigation.'),
  at: instant('When.'),
})

type Subject = 'agent' | 'api_key' | 'merchant_key' | 'person' | 'session' | 'organization'

export const IDENTITY_EVENT_DATA: Readonly<Record<Extract<EventType, `${Subject}.${string}`>, Properties>> = {
  'agent.updated': standing('active'),
  'agent.suspended': standing('suspended'),
  'agent.reactivated': standing('active'),
  'agent.revoked': standing('revoked'),
  'agent.key_rotated': standing('active'),
  'agent.tokens_ended': standing('active'),
  'agent.did_rotated': {
    ...standing('active'),
    did: text('The DID from now on.', 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'),
    previous_did: text('The DID until now.', 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'),
  },
  'agent.evidence_recorded': {
    ...standing('active'),
    evidence: oneOf('What it is.', 'KyaEvidenceType', 'purpose_review'),
    valid_until: { ...instant('When it ends.'), nullable: true },
  },
  'api_key.created': apiKey,
  'api_key.updated': apiKey,
  'api_key.rotated': {
    ...apiKey,
    replaced_by: text('The new key.', 'key_other'),
    valid_until: instant('Until then both open the same.'),
  },
  'api_key.revoked': apiKey,
  'merchant_key.created': merchantKey,
  'merchant_key.rotated': {
    ...merchantKey,
    replaced_by: text('The new key.', 'key_other'),
    valid_until: instant('Until then both open the same.'),
  },
  'merchant_key.revoked': merchantKey,
  'person.suspended': person,
  'person.reactivated': person,
  'session.created': session,
  'session.revoked': session,
  'organization.suspended': organization('suspended'),
  'organization.reactivated': organization('active'),
}
