/** In place of Mantine's ScrollArea in its tables, which scroll in frames of the dashboard's own. */
export const ScrollArea = 'div';
