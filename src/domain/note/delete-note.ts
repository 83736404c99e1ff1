import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { deleteNoteRow, lockMerchantsNote } from './note.queries.ts';

const errors = errorTable('order', {
  missingId: [400, 'Missing required field: id'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Note not found'],
});

/** Deletes an internal note permanently, even one that another member wrote. */
export const deleteNote = action({
  path: 'note/delete-note',
  summary: 'Delete an internal note',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({ id: requiredIdentifier(errors.missingId) }),
  output: z.object({ note: z.object({ id: z.string() }) }),
  handle: async ({ input: { id }, caller, tx }) => {
    const [note] = isUuid(id) ? await lockMerchantsNote(tx, id, caller) : [];
    if (!note) throw errors.notFound();
    if (note.role === 'member') throw errors.forbidden();
    await deleteNoteRow(tx, note.storeId, id);
    return { data: { note: { id } }, audit: { storeId: note.storeId } };
  },
});
