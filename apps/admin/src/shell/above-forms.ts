/**
 * z-index of the dialogs that belong to no page: above every form, also one of a page that was opened later, and below
 * their own menus. Dialogs of one z-index lie in the order in which their components were mounted.
 */
export const ABOVE_FORMS = 250;
