export interface paths {
    "/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description Exchanges the id and secret of a client for a token that is valid for 30 minutes (RFC 6749 §4.4). Use one token for all calls until it ends.
         */
        post: operations["oauth2-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/objects/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a contact
         * @description Creates a contact with its properties and associations.
         */
        post: operations["public-contacts-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact
         * @description Returns the contact's properties and the requested associations. Without `properties`, returns every property that has a value.
         */
        get: operations["public-contacts-read"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Soft-deletes the contact: requests no longer find it. An admin can restore it for 90 days.
         */
        delete: operations["public-contacts-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a contact
         * @description Replaces the property's value. Without a value, clears the property.
         */
        patch: operations["public-contacts-set"];
        trace?: never;
    };
    "/api/crm/objects/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Returns contacts by id, oldest first, in pages: follow `nextCursor` until it is null. With `updatedSince`, returns what changed, by the time of the change. `archived=true` also needs the scope `crm.contacts.delete`.
         */
        get: operations["public-contacts-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/contacts/by/{internal_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact by a property
         * @description Returns the one contact that has the value. The property must be indexed and have a single value. Text is compared without regard to case.
         */
        get: operations["public-contacts-byKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/contacts/{contactId}/associations/{toPlural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List associations of a contact
         * @description Returns the contact's associations with live records of another type, by their id, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-contacts-associations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/contacts/{contactId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of a contact
         * @description Returns who changed the contact, when and how, newest first, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-contacts-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/contacts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search contacts
         * @description Returns the contacts that meet one of the filter groups and have all words of the query, in pages. A page may be short or empty: follow `nextCursor` until it is null.
         */
        post: operations["public-contacts-search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/objects/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a company
         * @description Creates a company with its properties and associations.
         */
        post: operations["public-companies-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company
         * @description Returns the company's properties and the requested associations. Without `properties`, returns every property that has a value.
         */
        get: operations["public-companies-read"];
        put?: never;
        post?: never;
        /**
         * Delete a company
         * @description Soft-deletes the company: requests no longer find it. An admin can restore it for 90 days.
         */
        delete: operations["public-companies-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a company
         * @description Replaces the property's value. Without a value, clears the property.
         */
        patch: operations["public-companies-set"];
        trace?: never;
    };
    "/api/crm/objects/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies
         * @description Returns companies by id, oldest first, in pages: follow `nextCursor` until it is null. With `updatedSince`, returns what changed, by the time of the change. `archived=true` also needs the scope `crm.companies.delete`.
         */
        get: operations["public-companies-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/companies/by/{internal_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company by a property
         * @description Returns the one company that has the value. The property must be indexed and have a single value. Text is compared without regard to case.
         */
        get: operations["public-companies-byKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/companies/{companyId}/associations/{toPlural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List associations of a company
         * @description Returns the company's associations with live records of another type, by their id, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-companies-associations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/companies/{companyId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of a company
         * @description Returns who changed the company, when and how, newest first, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-companies-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/companies/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search companies
         * @description Returns the companies that meet one of the filter groups and have all words of the query, in pages. A page may be short or empty: follow `nextCursor` until it is null.
         */
        post: operations["public-companies-search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/objects/deals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a deal
         * @description Creates a deal with its properties and associations.
         */
        post: operations["public-deals-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/deals/{dealId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a deal
         * @description Returns the deal's properties and the requested associations. Without `properties`, returns every property that has a value.
         */
        get: operations["public-deals-read"];
        put?: never;
        post?: never;
        /**
         * Delete a deal
         * @description Soft-deletes the deal: requests no longer find it. An admin can restore it for 90 days.
         */
        delete: operations["public-deals-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a deal
         * @description Replaces the property's value. Without a value, clears the property.
         */
        patch: operations["public-deals-set"];
        trace?: never;
    };
    "/api/crm/objects/deals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deals
         * @description Returns deals by id, oldest first, in pages: follow `nextCursor` until it is null. With `updatedSince`, returns what changed, by the time of the change. `archived=true` also needs the scope `crm.deals.delete`.
         */
        get: operations["public-deals-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/deals/by/{internal_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a deal by a property
         * @description Returns the one deal that has the value. The property must be indexed and have a single value. Text is compared without regard to case.
         */
        get: operations["public-deals-byKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/deals/{dealId}/associations/{toPlural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List associations of a deal
         * @description Returns the deal's associations with live records of another type, by their id, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-deals-associations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/deals/{dealId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of a deal
         * @description Returns who changed the deal, when and how, newest first, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-deals-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/deals/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search deals
         * @description Returns the deals that meet one of the filter groups and have all words of the query, in pages. A page may be short or empty: follow `nextCursor` until it is null.
         */
        post: operations["public-deals-search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/objects/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket
         * @description Creates a ticket with its properties and associations.
         */
        post: operations["public-tickets-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a ticket
         * @description Returns the ticket's properties and the requested associations. Without `properties`, returns every property that has a value.
         */
        get: operations["public-tickets-read"];
        put?: never;
        post?: never;
        /**
         * Delete a ticket
         * @description Soft-deletes the ticket: requests no longer find it. An admin can restore it for 90 days.
         */
        delete: operations["public-tickets-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a ticket
         * @description Replaces the property's value. Without a value, clears the property.
         */
        patch: operations["public-tickets-set"];
        trace?: never;
    };
    "/api/crm/objects/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets
         * @description Returns tickets by id, oldest first, in pages: follow `nextCursor` until it is null. With `updatedSince`, returns what changed, by the time of the change. `archived=true` also needs the scope `crm.tickets.delete`.
         */
        get: operations["public-tickets-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/tickets/by/{internal_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a ticket by a property
         * @description Returns the one ticket that has the value. The property must be indexed and have a single value. Text is compared without regard to case.
         */
        get: operations["public-tickets-byKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/tickets/{ticketId}/associations/{toPlural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List associations of a ticket
         * @description Returns the ticket's associations with live records of another type, by their id, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-tickets-associations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/tickets/{ticketId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of a ticket
         * @description Returns who changed the ticket, when and how, newest first, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-tickets-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/tickets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search tickets
         * @description Returns the tickets that meet one of the filter groups and have all words of the query, in pages. A page may be short or empty: follow `nextCursor` until it is null.
         */
        post: operations["public-tickets-search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/objects/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a lead
         * @description Creates a lead with its properties and associations.
         */
        post: operations["public-leads-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/leads/{leadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a lead
         * @description Returns the lead's properties and the requested associations. Without `properties`, returns every property that has a value.
         */
        get: operations["public-leads-read"];
        put?: never;
        post?: never;
        /**
         * Delete a lead
         * @description Soft-deletes the lead: requests no longer find it. An admin can restore it for 90 days.
         */
        delete: operations["public-leads-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a lead
         * @description Replaces the property's value. Without a value, clears the property.
         */
        patch: operations["public-leads-set"];
        trace?: never;
    };
    "/api/crm/objects/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List leads
         * @description Returns leads by id, oldest first, in pages: follow `nextCursor` until it is null. With `updatedSince`, returns what changed, by the time of the change. `archived=true` also needs the scope `crm.leads.delete`.
         */
        get: operations["public-leads-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/leads/by/{internal_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a lead by a property
         * @description Returns the one lead that has the value. The property must be indexed and have a single value. Text is compared without regard to case.
         */
        get: operations["public-leads-byKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/leads/{leadId}/associations/{toPlural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List associations of a lead
         * @description Returns the lead's associations with live records of another type, by their id, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-leads-associations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/leads/{leadId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of a lead
         * @description Returns who changed the lead, when and how, newest first, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-leads-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/leads/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search leads
         * @description Returns the leads that meet one of the filter groups and have all words of the query, in pages. A page may be short or empty: follow `nextCursor` until it is null.
         */
        post: operations["public-leads-search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/objects/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an appointment
         * @description Creates an appointment with its properties and associations.
         */
        post: operations["public-appointments-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/appointments/{appointmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an appointment
         * @description Returns the appointment's properties and the requested associations. Without `properties`, returns every property that has a value.
         */
        get: operations["public-appointments-read"];
        put?: never;
        post?: never;
        /**
         * Delete an appointment
         * @description Soft-deletes the appointment: requests no longer find it. An admin can restore it for 90 days.
         */
        delete: operations["public-appointments-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of an appointment
         * @description Replaces the property's value. Without a value, clears the property.
         */
        patch: operations["public-appointments-set"];
        trace?: never;
    };
    "/api/crm/objects/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List appointments
         * @description Returns appointments by id, oldest first, in pages: follow `nextCursor` until it is null. With `updatedSince`, returns what changed, by the time of the change. `archived=true` also needs the scope `crm.appointments.delete`.
         */
        get: operations["public-appointments-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/appointments/by/{internal_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an appointment by a property
         * @description Returns the one appointment that has the value. The property must be indexed and have a single value. Text is compared without regard to case.
         */
        get: operations["public-appointments-byKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/appointments/{appointmentId}/associations/{toPlural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List associations of an appointment
         * @description Returns the appointment's associations with live records of another type, by their id, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-appointments-associations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/appointments/{appointmentId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of an appointment
         * @description Returns who changed the appointment, when and how, newest first, in pages: follow `nextCursor` until it is null.
         */
        get: operations["public-appointments-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/objects/appointments/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search appointments
         * @description Returns the appointments that meet one of the filter groups and have all words of the query, in pages. A page may be short or empty: follow `nextCursor` until it is null.
         */
        post: operations["public-appointments-search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/properties/{plural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the properties of an object type
         * @description Returns all properties in one page: the built-in ones and the project's own.
         */
        get: operations["public-properties-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/properties/{plural}/{internal_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a property
         * @description Returns one property by its internal name.
         */
        get: operations["public-properties-read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/pipelines/{plural}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pipelines of an object type
         * @description Returns all pipelines with their stages in one page; none for a type without pipelines.
         */
        get: operations["public-pipelines-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/pipelines/{plural}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a pipeline
         * @description Returns one pipeline with its stages by its key.
         */
        get: operations["public-pipelines-read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow every change
         * @description The project's changes, in one order, none left out: the events of the types that the token may read. They are kept for 30 days. Without `cursor` it begins with the oldest. The event types are `contact.created`, `contact.updated`, `contact.deleted`, `contact.restored`, `company.created`, `company.updated`, `company.deleted`, `company.restored`, `deal.created`, `deal.updated`, `deal.deleted`, `deal.restored`, `ticket.created`, `ticket.updated`, `ticket.deleted`, `ticket.restored`, `lead.created`, `lead.updated`, `lead.deleted`, `lead.restored`, `appointment.created`, `appointment.updated`, `appointment.deleted`, `appointment.restored`, `deal.stage_changed`, `ticket.stage_changed`, `lead.stage_changed`, `appointment.stage_changed`, `association.created`, `association.deleted`, `template.status_changed`.
         */
        get: operations["public-events-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/sync-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync template status
         * @description Fetches every template of the tenant's messaging account. Local templates with the same name and language get their status and category. Takes no body.
         */
        post: operations["public-templates-syncStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Lists the tenant's local templates, oldest first.
         */
        get: operations["public-templates-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/crm/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream every change
         * @description The same events as they happen, as `text/event-stream`. Each has its cursor as `id`. The stream ends when its token does; `Last-Event-ID` goes on after an event.
         */
        get: operations["public-events-stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        PropertyItem: {
            /**
             * @description Internal name of the property
             * @example firstname
             */
            internal_name: string;
            /** @description The value; null or absent clears the property */
            value?: string | number | boolean | null;
            /** @description The values of a multi-value property, for example tags */
            values?: (string | number | boolean | null)[];
        };
        AssociationItem: {
            /** @description The record to associate with */
            to: {
                /**
                 * @description Associated object type
                 * @example company
                 */
                object: string;
                /**
                 * @description Numeric id of an existing record
                 * @example 42
                 */
                id: string;
            };
        };
        SearchFilterGroup: {
            /** @description Filters that a record must all meet */
            filters: components["schemas"]["SearchFilter"][];
        };
        SearchFilter: {
            /**
             * @description Internal name of a property, `id`, `createdAt`, `updatedAt`, or `associations.` with an object type
             * @example lastname
             */
            internal_name: string;
            /**
             * @description How to compare
             * @example EQ
             * @enum {string}
             */
            operator: "EQ" | "NEQ" | "LT" | "LTE" | "GT" | "GTE" | "BETWEEN" | "IN" | "NOT_IN" | "HAS_PROPERTY" | "NOT_HAS_PROPERTY" | "CONTAINS_TOKEN" | "NOT_CONTAINS_TOKEN";
            /** @description The value; the lower one of BETWEEN */
            value?: string | number | boolean;
            /** @description The higher value of BETWEEN */
            highValue?: string | number | boolean;
            /** @description The values of IN and NOT_IN */
            values?: (string | number | boolean)[];
        };
        SearchSort: {
            /**
             * @description `id`, `createdAt`, `updatedAt` or an indexed property with a single value
             * @example createdAt
             */
            internal_name: string;
            /**
             * @description ASCENDING if omitted
             * @example DESCENDING
             * @enum {string}
             */
            direction?: "ASCENDING" | "DESCENDING";
        };
        Record: {
            /** @description Id of the record */
            id: number;
            /**
             * Format: date-time
             * @description When it was created
             * @example 2026-11-20T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-20T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it was deleted; absent if the record is live
             * @example 2026-11-20T09:30:00.000Z
             */
            deletedAt?: string;
            /**
             * @description Increases with every change of the record
             * @example 3
             */
            version: number;
            /** @description Values by internal name: the requested properties, or all that have a value */
            properties: {
                [key: string]: string | boolean | (string | boolean)[] | null;
            };
            /** @description Associations by requested object type; null if none was requested */
            associations: {
                [key: string]: {
                    /**
                     * @description Id of the associated record
                     * @example 42
                     */
                    id: string;
                    /**
                     * @description Label of the association
                     * @example contact_to_company
                     */
                    type: string;
                }[];
            } | null;
            /** @description Object types with more than 1,000 associations, of which 1,000 are shown */
            associationsTruncated?: string[];
        };
        /** @description A deleted record in a list of changes */
        RemovedRecord: {
            /** @description Id of the record */
            id: number;
            /**
             * @description Increases with every change of the record
             * @example 3
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was deleted
             * @example 2026-11-20T09:30:00.000Z
             */
            deletedAt: string;
        };
        HistoryEntry: {
            /**
             * Format: date-time
             * @description When it was changed
             * @example 2026-11-20T09:30:00.000Z
             */
            at: string;
            /**
             * @description What was done
             * @enum {string}
             */
            action: "created" | "updated" | "deleted" | "restored" | "associated" | "dissociated";
            /**
             * @description The record's version after the change
             * @example 3
             */
            version: number;
            /** @description Who changed it */
            actor: {
                /**
                 * @description Kind of the author
                 * @enum {string}
                 */
                type: "client" | "key" | "admin" | "system";
                /** @description Id of the author */
                id: string;
                /** @description A client's or key's name, or an admin's email */
                name: string;
            };
            /** @description The changed properties; none for a creation, deletion or restore */
            changes: {
                /** @description The property; `associations.{type}` if it was associated */
                internal_name: string;
                /** @description Value before; null without a value */
                old: string | boolean | (string | boolean)[] | null;
                /** @description Value after; for an association, the other record's id */
                new: string | boolean | (string | boolean)[] | null;
            }[];
        };
        SearchResult: {
            /** @description The records of this page */
            results: components["schemas"]["Record"][];
            /** @description Cursor of the next page; null on the last page */
            nextCursor: string | null;
            /** @description Only if the request asks for it */
            total?: {
                /** @description The number of records that the search finds */
                value: number;
                /**
                 * @description `eq` if `value` is exact, `gte` if there may be more
                 * @enum {string}
                 */
                relation: "eq" | "gte";
            };
        };
        Property: {
            /** @description Name of the property in requests and responses */
            internal_name: string;
            /** @description Name for people */
            label: string;
            /**
             * @description Type of its values
             * @enum {string}
             */
            type: "string" | "text" | "number" | "boolean" | "date" | "datetime" | "email" | "phone" | "url" | "enumeration";
            /** @description Whether it holds several values */
            multi: boolean;
            /** @description Whether records can be looked up and sorted by it */
            indexed: boolean;
            /** @description Whether two live records cannot have the same value */
            unique: boolean;
            /** @description Whether it is derived and cannot be written */
            readOnly: boolean;
            /** @description Whether every project has it */
            builtIn: boolean;
            /** @description Whether only the values of `options` are allowed */
            closed: boolean;
            /** @description Values of an enumeration in order; empty for other types */
            options: {
                /** @description The value */
                value: string;
                /** @description Name for people */
                label: string;
            }[];
            /** @description What it is for; null without a description */
            description: string | null;
        };
        Pipeline: {
            /** @description Value of the property `pipeline` */
            key: string;
            /** @description Name for people */
            label: string;
            /** @description Whether records without a pipeline in their create get this one */
            isDefault: boolean;
            /** @description The stages in order */
            stages: {
                /** @description Value of the property `stage` */
                key: string;
                /** @description Name for people */
                label: string;
                /** @description Decimal from 0 to 1; null for types without probabilities */
                probability: string | null;
                /** @description Whether it ends the pipeline */
                closed: boolean;
            }[];
        };
        Event: {
            /**
             * @description Id of the event, the `webhook-id` of its deliveries
             * @example msg_2f1c7a0e5b7d4c0f9a3e6d8b1c2f4a57
             */
            id: string;
            /**
             * @description Type of the event
             * @example contact.updated
             */
            type: string;
            /**
             * Format: date-time
             * @description When the change was made
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            /** @description `object`, `id` and `version`, and the rest of the whole record after the change. An update also has `changes`: the old and new value of each changed property */
            data: {
                [key: string]: unknown;
            };
        };
        TemplateSyncResult: {
            /** @description Templates fetched from the messaging platform */
            total_fetched_from_meta: number;
            /** @description Fetched templates that exist locally with the same name and language */
            matched: number;
            /** @description Matched templates whose status or category changed */
            updated: number;
            /** @description Matched templates that were up to date */
            unchanged: number;
            /** @description Fetched templates that do not exist locally */
            not_found: number;
            /** @description One entry for each changed template */
            updated_templates: {
                /** @description Name returned by the platform */
                template_name: string;
                /** @description Language code used for matching */
                language_code: string;
                /** @description Local status before the sync */
                old_status: string;
                /** @description Latest status on the platform */
                new_status: string;
                /** @description Local category before the sync */
                old_category: string;
                /** @description Latest category on the platform */
                new_category: string;
            }[];
        };
        Error: {
            /** @constant */
            success: false;
            /**
             * @description What went wrong and how to fix it
             * @example The request is invalid.
             */
            message: string;
            /** @description Always null */
            data: null;
            /**
             * @description Error code, for programs
             * @example INVALID_INPUT
             */
            code: string;
            /** @description One entry per fault in the input; empty for other errors */
            issues: ({
                /**
                 * @description Path of the fault in the input
                 * @example properties.0.internal_name
                 */
                path: string;
                /**
                 * @description Code of the fault, for programs
                 * @example property_forbidden
                 */
                code: string;
                /** @description The fault and how to fix it */
                message: string;
                /** @description The closest known name */
                suggestion?: string;
                /** @description The allowed values, if only certain ones are */
                allowed?: (string | number | boolean | null)[];
                /** @description Id of the conflicting record */
                conflictingId?: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description Id of the request in the server's log; also in the header X-Request-Id
             * @example req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e
             */
            requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of the request in the server's log */
        "X-Request-Id": string;
        /** @description Requests that are left (`r`), and the seconds until there are more (`t`) */
        RateLimit: string;
        /** @description Requests that the credential may send (`q`) in a number of seconds (`w`) */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the request is sent again */
        "Retry-After": number;
        /** @description What is wrong with the credential (RFC 6750, RFC 6749) */
        "WWW-Authenticate": string;
        /** @description Version of the record, for `If-None-Match`; absent with `associations`. Ends with `-gzip` if the body is compressed */
        ETag: string;
        /** @description `true` if the request was done before and this is its stored response */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "oauth2-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "scope": "crm.contacts.read"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Always `client_credentials`
                     * @constant
                     */
                    grant_type: "client_credentials";
                    /** @description Scopes to request, separated by spaces; all of them must be the client's */
                    scope: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJ0eXAiOiJhdCtqd3QifQ…",
                     *       "token_type": "Bearer",
                     *       "expires_in": 1800,
                     *       "scope": "crm.contacts.read"
                     *     }
                     */
                    "application/json": {
                        /** @description Send it as `Authorization: Bearer …` */
                        access_token: string;
                        /**
                         * @description Always `Bearer`
                         * @constant
                         */
                        token_type: "Bearer";
                        /**
                         * @description Seconds that it is valid
                         * @example 1800
                         */
                        expires_in: number;
                        /** @description Scopes that it has, separated by spaces */
                        scope: string;
                    };
                };
            };
            /** @description The request is invalid, or a scope is not the client's */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_scope",
                     *       "error_description": "The client lacks these scopes: crm.contacts.raed"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The fault, for programs
                         * @example invalid_scope
                         */
                        error: string;
                        /** @description The fault, and how to fix it */
                        error_description: string;
                    };
                };
            };
            /** @description The client id or secret is wrong */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_client",
                     *       "error_description": "The client id or secret is wrong, or the client is disabled."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The fault, for programs
                         * @example invalid_scope
                         */
                        error: string;
                        /** @description The fault, and how to fix it */
                        error_description: string;
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "The body is larger than 64 KiB."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The fault, for programs
                         * @example invalid_scope
                         */
                        error: string;
                        /** @description The fault, and how to fix it */
                        error_description: string;
                    };
                };
            };
            /** @description Too many requests or wrong secrets */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "temporarily_unavailable",
                     *       "error_description": "Too many wrong client secrets from this address. Retry in 42 seconds."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The fault, for programs
                         * @example invalid_scope
                         */
                        error: string;
                        /** @description The fault, and how to fix it */
                        error_description: string;
                    };
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "server_error",
                     *       "error_description": "Something went wrong on our side. Try again later."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The fault, for programs
                         * @example invalid_scope
                         */
                        error: string;
                        /** @description The fault, and how to fix it */
                        error_description: string;
                    };
                };
            };
            /** @description The database is unavailable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "temporarily_unavailable",
                     *       "error_description": "The database is unavailable right now. Retry in 2 seconds."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The fault, for programs
                         * @example invalid_scope
                         */
                        error: string;
                        /** @description The fault, and how to fix it */
                        error_description: string;
                    };
                };
            };
        };
    };
    "public-contacts-create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "properties": [
                 *         {
                 *           "internal_name": "firstname",
                 *           "value": "Ada"
                 *         },
                 *         {
                 *           "internal_name": "lastname",
                 *           "value": "Lovelace"
                 *         },
                 *         {
                 *           "internal_name": "email",
                 *           "value": "ada@example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The record's properties, each once */
                    properties: components["schemas"]["PropertyItem"][];
                    /** @description Existing records of other types to associate with the new record */
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact created.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "firstname": "Ada",
                     *         "lastname": "Lovelace",
                     *         "email": "ada@example.com",
                     *         "phone": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description The new contact */
                        data: {
                            /** @description Id of the contact */
                            id: number;
                            /**
                             * Format: date-time
                             * @description When it was created
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When it was last changed
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description The property firstname; null if it has no value */
                            firstname: string | null;
                            /** @description The property lastname; null if it has no value */
                            lastname: string | null;
                            /** @description The property email; null if it has no value */
                            email: string | null;
                            /** @description The property phone; null if it has no value */
                            phone: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"firstnames\". Did you mean \"firstname\"?",
                     *           "suggestion": "firstname"
                     *         },
                     *         {
                     *           "path": "properties",
                     *           "code": "email_or_phone_required",
                     *           "message": "A contact needs an email or a phone. Give at least one of them."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another contact (id 41) already has this email.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "email",
                     *           "code": "value_not_unique",
                     *           "message": "Another contact (id 41) already has this email.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The response to this Idempotency-Key showed a record that was erased since. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "ERASED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This Idempotency-Key was used for another request. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "IDEMPOTENCY_KEY_REUSED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-read": {
        parameters: {
            query?: {
                /** @description Comma-separated internal names of the properties to return, for example `firstname,lastname,email,phone` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: {
                /** @description Tags of versions that the client has, for example `"42.3"`. If the record still has one of them, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "firstname": "Ada",
                     *           "lastname": "Lovelace",
                     *           "email": "ada@example.com",
                     *           "lifecyclestage": "customer"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The record has a version of `If-None-Match`; there is no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"firstnames\". Did you mean \"firstname\"?",
                     *           "suggestion": "firstname"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no contact with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact deleted.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "contactId",
                     *           "code": "invalid_format",
                     *           "message": "A record id must be a positive integer."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.delete, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no contact with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "internal_name": "lifecyclestage",
                 *       "value": "customer"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Internal name of the property
                     * @example lifecyclestage
                     * @example firstname
                     * @example lastname
                     * @example email
                     * @example phone
                     * @example jobtitle
                     * @example company
                     * @example website
                     * @example address
                     * @example city
                     * @example state
                     * @example zip
                     * @example country
                     * @example lifecyclestage
                     * @example lead_status
                     * @example source
                     * @example language
                     * @example notes
                     * @example tags
                     * @example owner_id
                     */
                    internal_name: string;
                    /** @description The value; null or absent clears the property */
                    value?: string | number | boolean | null;
                    /** @description The values of a multi-value property, for example tags */
                    values?: (string | number | boolean | null)[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact updated.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"firstnames\". Did you mean \"firstname\"?",
                     *           "suggestion": "firstname"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no contact with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another contact (id 41) already has this email.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "email",
                     *           "code": "value_not_unique",
                     *           "message": "Another contact (id 41) already has this email.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated internal names of the properties to return, for example `firstname,lastname,email,phone` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
                /** @description True lists only deleted contacts. Not together with `updatedSince` */
                archived?: boolean;
                /** @description Lists what changed at this time or later, deleted records too. At most 80 days ago, for example `2026-11-20T09:30:00Z` */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contacts found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "firstname": "Ada",
                     *               "lastname": "Lovelace",
                     *               "email": "ada@example.com",
                     *               "lifecyclestage": "customer"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The records of this page; with `updatedSince`, deleted records as their id, version and time */
                            results: (components["schemas"]["Record"] | components["schemas"]["RemovedRecord"])[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /**
                             * Format: date-time
                             * @description With `updatedSince`, on the first page: the `updatedSince` of the next list
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            asOf?: string;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "updatedSince",
                     *           "code": "cursor_expired",
                     *           "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-byKey": {
        parameters: {
            query: {
                /** @description The value to find, as a write takes it, for example `ada@example.com` */
                value: string;
                /** @description Comma-separated internal names of the properties to return, for example `firstname,lastname,email,phone` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Internal name of an indexed property
                 * @example email
                 */
                internal_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "firstname": "Ada",
                     *           "lastname": "Lovelace",
                     *           "email": "ada@example.com",
                     *           "lifecyclestage": "customer"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "invalid_type",
                     *           "message": "Give the value to find."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no contact with this email in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Several contacts have this email. Choose one by its id.",
                     *       "data": null,
                     *       "code": "AMBIGUOUS",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "value_ambiguous",
                     *           "message": "Several contacts have this email. Choose one by its id.",
                     *           "conflictingIds": [
                     *             "41",
                     *             "42"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-associations": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                contactId: number;
                /**
                 * @description Plural name of the associated type
                 * @example companies
                 */
                toPlural: "companies" | "deals" | "tickets" | "leads" | "appointments";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Associations found.",
                     *       "data": {
                     *         "results": [],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The associations of this page */
                            results: {
                                /**
                                 * @description Id of the associated record
                                 * @example 42
                                 */
                                id: string;
                                /**
                                 * @description Label of the association
                                 * @example contact_to_company
                                 */
                                type: string;
                                /**
                                 * Format: date-time
                                 * @description When the records were associated
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "toPlural",
                     *           "code": "association_same_type",
                     *           "message": "No contact can be associated with another contact."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no contact with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-history": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Lists only changes of this property, or with `associations.{type}` of these associations; a page may then be short, for example `lifecyclestage` */
                internal_name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "History found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "updated",
                     *             "version": 2,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "internal_name": "lifecyclestage",
                     *                 "old": null,
                     *                 "new": "customer"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "created",
                     *             "version": 1,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": []
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The entries of this page */
                            results: components["schemas"]["HistoryEntry"][];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no contact with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-contacts-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filterGroups": [
                 *         {
                 *           "filters": [
                 *             {
                 *               "internal_name": "firstname",
                 *               "operator": "EQ",
                 *               "value": "Ada"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "sorts": [
                 *         {
                 *           "internal_name": "createdAt",
                 *           "direction": "DESCENDING"
                 *         }
                 *       ],
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    /** @description Groups of filters of which a record must meet one. At most 50 filters and 200 values in all groups together */
                    filterGroups?: components["schemas"]["SearchFilterGroup"][];
                    /** @description Words, each of which must begin a word of some text property */
                    query?: string;
                    /** @description The order; by id if omitted. Records without a value come last */
                    sorts?: components["schemas"]["SearchSort"][];
                    /** @description Properties to return; all with a value if omitted */
                    properties?: string[];
                    /** @description Object types whose associations with the contact to return */
                    associations?: string[];
                    /**
                     * @description How many to return
                     * @default 50
                     * @example 50
                     */
                    limit?: number;
                    /** @description nextCursor of the previous page */
                    cursor?: string;
                    /** @description Whether to count what the search finds, up to 10,000 */
                    total?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contacts found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "firstname": "Ada",
                     *               "lastname": "Lovelace",
                     *               "email": "ada@example.com",
                     *               "lifecyclestage": "customer"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["SearchResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "sorts.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"naem\"."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.contacts.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "properties": [
                 *         {
                 *           "internal_name": "name",
                 *           "value": "Analytical Engines"
                 *         },
                 *         {
                 *           "internal_name": "domain",
                 *           "value": "engines.example"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The record's properties, each once */
                    properties: components["schemas"]["PropertyItem"][];
                    /** @description Existing records of other types to associate with the new record */
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Company created.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "name": "Analytical Engines",
                     *         "domain": "engines.example",
                     *         "website": null,
                     *         "lifecyclestage": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description The new company */
                        data: {
                            /** @description Id of the company */
                            id: number;
                            /**
                             * Format: date-time
                             * @description When it was created
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When it was last changed
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description The property name; null if it has no value */
                            name: string | null;
                            /** @description The property domain; null if it has no value */
                            domain: string | null;
                            /** @description The property website; null if it has no value */
                            website: string | null;
                            /** @description The property lifecyclestage; null if it has no value */
                            lifecyclestage: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another company (id 41) already has this domain.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "domain",
                     *           "code": "value_not_unique",
                     *           "message": "Another company (id 41) already has this domain.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The response to this Idempotency-Key showed a record that was erased since. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "ERASED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This Idempotency-Key was used for another request. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "IDEMPOTENCY_KEY_REUSED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-read": {
        parameters: {
            query?: {
                /** @description Comma-separated internal names of the properties to return, for example `name,domain,website,lifecyclestage` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `contact` */
                associations?: string;
            };
            header?: {
                /** @description Tags of versions that the client has, for example `"42.3"`. If the record still has one of them, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                companyId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Company found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Analytical Engines",
                     *           "domain": "engines.example",
                     *           "industry": "Manufacturing"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The record has a version of `If-None-Match`; there is no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no company with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                companyId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Company deleted.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "companyId",
                     *           "code": "invalid_format",
                     *           "message": "A record id must be a positive integer."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.delete, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no company with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                companyId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "internal_name": "industry",
                 *       "value": "Manufacturing"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Internal name of the property
                     * @example industry
                     * @example name
                     * @example domain
                     * @example website
                     * @example phone
                     * @example industry
                     * @example description
                     * @example employees
                     * @example annualrevenue
                     * @example address
                     * @example city
                     * @example state
                     * @example zip
                     * @example country
                     * @example lifecyclestage
                     * @example type
                     * @example tags
                     * @example owner_id
                     */
                    internal_name: string;
                    /** @description The value; null or absent clears the property */
                    value?: string | number | boolean | null;
                    /** @description The values of a multi-value property, for example tags */
                    values?: (string | number | boolean | null)[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Company updated.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no company with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another company (id 41) already has this domain.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "domain",
                     *           "code": "value_not_unique",
                     *           "message": "Another company (id 41) already has this domain.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,domain,website,lifecyclestage` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `contact` */
                associations?: string;
                /** @description True lists only deleted companies. Not together with `updatedSince` */
                archived?: boolean;
                /** @description Lists what changed at this time or later, deleted records too. At most 80 days ago, for example `2026-11-20T09:30:00Z` */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Companies found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Analytical Engines",
                     *               "domain": "engines.example",
                     *               "industry": "Manufacturing"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The records of this page; with `updatedSince`, deleted records as their id, version and time */
                            results: (components["schemas"]["Record"] | components["schemas"]["RemovedRecord"])[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /**
                             * Format: date-time
                             * @description With `updatedSince`, on the first page: the `updatedSince` of the next list
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            asOf?: string;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "updatedSince",
                     *           "code": "cursor_expired",
                     *           "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-byKey": {
        parameters: {
            query: {
                /** @description The value to find, as a write takes it, for example `Analytical Engines` */
                value: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,domain,website,lifecyclestage` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `contact` */
                associations?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Internal name of an indexed property
                 * @example name
                 */
                internal_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Company found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Analytical Engines",
                     *           "domain": "engines.example",
                     *           "industry": "Manufacturing"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "invalid_type",
                     *           "message": "Give the value to find."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no company with this name in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Several companies have this name. Choose one by its id.",
                     *       "data": null,
                     *       "code": "AMBIGUOUS",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "value_ambiguous",
                     *           "message": "Several companies have this name. Choose one by its id.",
                     *           "conflictingIds": [
                     *             "41",
                     *             "42"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-associations": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                companyId: number;
                /**
                 * @description Plural name of the associated type
                 * @example contacts
                 */
                toPlural: "contacts" | "deals" | "tickets" | "leads" | "appointments";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Associations found.",
                     *       "data": {
                     *         "results": [],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The associations of this page */
                            results: {
                                /**
                                 * @description Id of the associated record
                                 * @example 42
                                 */
                                id: string;
                                /**
                                 * @description Label of the association
                                 * @example contact_to_company
                                 */
                                type: string;
                                /**
                                 * Format: date-time
                                 * @description When the records were associated
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "toPlural",
                     *           "code": "association_same_type",
                     *           "message": "No company can be associated with another company."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no company with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-history": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Lists only changes of this property, or with `associations.{type}` of these associations; a page may then be short, for example `industry` */
                internal_name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                companyId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "History found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "updated",
                     *             "version": 2,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "internal_name": "industry",
                     *                 "old": null,
                     *                 "new": "Manufacturing"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "created",
                     *             "version": 1,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": []
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The entries of this page */
                            results: components["schemas"]["HistoryEntry"][];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no company with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-companies-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filterGroups": [
                 *         {
                 *           "filters": [
                 *             {
                 *               "internal_name": "name",
                 *               "operator": "EQ",
                 *               "value": "Analytical Engines"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "sorts": [
                 *         {
                 *           "internal_name": "createdAt",
                 *           "direction": "DESCENDING"
                 *         }
                 *       ],
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    /** @description Groups of filters of which a record must meet one. At most 50 filters and 200 values in all groups together */
                    filterGroups?: components["schemas"]["SearchFilterGroup"][];
                    /** @description Words, each of which must begin a word of some text property */
                    query?: string;
                    /** @description The order; by id if omitted. Records without a value come last */
                    sorts?: components["schemas"]["SearchSort"][];
                    /** @description Properties to return; all with a value if omitted */
                    properties?: string[];
                    /** @description Object types whose associations with the company to return */
                    associations?: string[];
                    /**
                     * @description How many to return
                     * @default 50
                     * @example 50
                     */
                    limit?: number;
                    /** @description nextCursor of the previous page */
                    cursor?: string;
                    /** @description Whether to count what the search finds, up to 10,000 */
                    total?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Companies found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Analytical Engines",
                     *               "domain": "engines.example",
                     *               "industry": "Manufacturing"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["SearchResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "sorts.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"naem\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.companies.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "properties": [
                 *         {
                 *           "internal_name": "name",
                 *           "value": "Engine No. 2"
                 *         },
                 *         {
                 *           "internal_name": "amount",
                 *           "value": "12500.00"
                 *         },
                 *         {
                 *           "internal_name": "currency",
                 *           "value": "GBP"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The record's properties, each once */
                    properties: components["schemas"]["PropertyItem"][];
                    /** @description Existing records of other types to associate with the new record */
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deal created.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "name": "Engine No. 2",
                     *         "currency": "GBP",
                     *         "amount": "12500.00",
                     *         "closeDate": null,
                     *         "createdDate": "2026-11-20T09:30:00.000Z",
                     *         "priority": null,
                     *         "dealType": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description The new deal */
                        data: {
                            /** @description Id of the deal */
                            id: number;
                            /**
                             * Format: date-time
                             * @description When it was created
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When it was last changed
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description The property name; null if it has no value */
                            name: string | null;
                            /** @description The property currency; null if it has no value */
                            currency: string | null;
                            /** @description The property amount; null if it has no value */
                            amount: string | null;
                            /** @description The property closeDate; null if it has no value */
                            closeDate: string | null;
                            /** @description The property createdDate; null if it has no value */
                            createdDate: string | null;
                            /** @description The property priority; null if it has no value */
                            priority: string | null;
                            /** @description The property dealType; null if it has no value */
                            dealType: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another deal (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another deal (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The response to this Idempotency-Key showed a record that was erased since. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "ERASED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This Idempotency-Key was used for another request. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "IDEMPOTENCY_KEY_REUSED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-read": {
        parameters: {
            query?: {
                /** @description Comma-separated internal names of the properties to return, for example `name,currency,amount,closeDate,createdDate,priority,dealType` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: {
                /** @description Tags of versions that the client has, for example `"42.3"`. If the record still has one of them, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                dealId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deal found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Engine No. 2",
                     *           "amount": "12500.00",
                     *           "currency": "GBP",
                     *           "pipeline": "default",
                     *           "stage": "proposal",
                     *           "createdDate": "2026-11-20T09:30:00.000Z",
                     *           "probability": "0.5"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The record has a version of `If-None-Match`; there is no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no deal with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                dealId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deal deleted.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "dealId",
                     *           "code": "invalid_format",
                     *           "message": "A record id must be a positive integer."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.delete, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no deal with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                dealId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "internal_name": "stage",
                 *       "value": "proposal"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Internal name of the property
                     * @example stage
                     * @example name
                     * @example amount
                     * @example currency
                     * @example pipeline
                     * @example stage
                     * @example closeDate
                     * @example createdDate
                     * @example priority
                     * @example dealType
                     * @example probability
                     * @example description
                     * @example lost_reason
                     * @example tags
                     * @example owner_id
                     */
                    internal_name: string;
                    /** @description The value; null or absent clears the property */
                    value?: string | number | boolean | null;
                    /** @description The values of a multi-value property, for example tags */
                    values?: (string | number | boolean | null)[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deal updated.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no deal with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another deal (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another deal (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,currency,amount,closeDate,createdDate,priority,dealType` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
                /** @description True lists only deleted deals. Not together with `updatedSince` */
                archived?: boolean;
                /** @description Lists what changed at this time or later, deleted records too. At most 80 days ago, for example `2026-11-20T09:30:00Z` */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deals found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Engine No. 2",
                     *               "amount": "12500.00",
                     *               "currency": "GBP",
                     *               "pipeline": "default",
                     *               "stage": "proposal",
                     *               "createdDate": "2026-11-20T09:30:00.000Z",
                     *               "probability": "0.5"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The records of this page; with `updatedSince`, deleted records as their id, version and time */
                            results: (components["schemas"]["Record"] | components["schemas"]["RemovedRecord"])[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /**
                             * Format: date-time
                             * @description With `updatedSince`, on the first page: the `updatedSince` of the next list
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            asOf?: string;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "updatedSince",
                     *           "code": "cursor_expired",
                     *           "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-byKey": {
        parameters: {
            query: {
                /** @description The value to find, as a write takes it, for example `Engine No. 2` */
                value: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,currency,amount,closeDate,createdDate,priority,dealType` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Internal name of an indexed property
                 * @example name
                 */
                internal_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deal found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Engine No. 2",
                     *           "amount": "12500.00",
                     *           "currency": "GBP",
                     *           "pipeline": "default",
                     *           "stage": "proposal",
                     *           "createdDate": "2026-11-20T09:30:00.000Z",
                     *           "probability": "0.5"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "invalid_type",
                     *           "message": "Give the value to find."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no deal with this name in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Several deals have this name. Choose one by its id.",
                     *       "data": null,
                     *       "code": "AMBIGUOUS",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "value_ambiguous",
                     *           "message": "Several deals have this name. Choose one by its id.",
                     *           "conflictingIds": [
                     *             "41",
                     *             "42"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-associations": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                dealId: number;
                /**
                 * @description Plural name of the associated type
                 * @example companies
                 */
                toPlural: "contacts" | "companies" | "tickets" | "leads" | "appointments";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Associations found.",
                     *       "data": {
                     *         "results": [],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The associations of this page */
                            results: {
                                /**
                                 * @description Id of the associated record
                                 * @example 42
                                 */
                                id: string;
                                /**
                                 * @description Label of the association
                                 * @example contact_to_company
                                 */
                                type: string;
                                /**
                                 * Format: date-time
                                 * @description When the records were associated
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "toPlural",
                     *           "code": "association_same_type",
                     *           "message": "No deal can be associated with another deal."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no deal with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-history": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Lists only changes of this property, or with `associations.{type}` of these associations; a page may then be short, for example `stage` */
                internal_name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                dealId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "History found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "updated",
                     *             "version": 2,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "internal_name": "stage",
                     *                 "old": "new",
                     *                 "new": "proposal"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "created",
                     *             "version": 1,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": []
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The entries of this page */
                            results: components["schemas"]["HistoryEntry"][];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no deal with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-deals-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filterGroups": [
                 *         {
                 *           "filters": [
                 *             {
                 *               "internal_name": "name",
                 *               "operator": "EQ",
                 *               "value": "Engine No. 2"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "sorts": [
                 *         {
                 *           "internal_name": "createdAt",
                 *           "direction": "DESCENDING"
                 *         }
                 *       ],
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    /** @description Groups of filters of which a record must meet one. At most 50 filters and 200 values in all groups together */
                    filterGroups?: components["schemas"]["SearchFilterGroup"][];
                    /** @description Words, each of which must begin a word of some text property */
                    query?: string;
                    /** @description The order; by id if omitted. Records without a value come last */
                    sorts?: components["schemas"]["SearchSort"][];
                    /** @description Properties to return; all with a value if omitted */
                    properties?: string[];
                    /** @description Object types whose associations with the deal to return */
                    associations?: string[];
                    /**
                     * @description How many to return
                     * @default 50
                     * @example 50
                     */
                    limit?: number;
                    /** @description nextCursor of the previous page */
                    cursor?: string;
                    /** @description Whether to count what the search finds, up to 10,000 */
                    total?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deals found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Engine No. 2",
                     *               "amount": "12500.00",
                     *               "currency": "GBP",
                     *               "pipeline": "default",
                     *               "stage": "proposal",
                     *               "createdDate": "2026-11-20T09:30:00.000Z",
                     *               "probability": "0.5"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["SearchResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "sorts.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"naem\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.deals.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "properties": [
                 *         {
                 *           "internal_name": "name",
                 *           "value": "Card reader jams"
                 *         },
                 *         {
                 *           "internal_name": "priority",
                 *           "value": "high"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The record's properties, each once */
                    properties: components["schemas"]["PropertyItem"][];
                    /** @description Existing records of other types to associate with the new record */
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Ticket created.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "name": "Card reader jams",
                     *         "description": null,
                     *         "priority": "high",
                     *         "createdDate": "2026-11-20T09:30:00.000Z",
                     *         "closeDate": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description The new ticket */
                        data: {
                            /** @description Id of the ticket */
                            id: number;
                            /**
                             * Format: date-time
                             * @description When it was created
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When it was last changed
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description The property name; null if it has no value */
                            name: string | null;
                            /** @description The property description; null if it has no value */
                            description: string | null;
                            /** @description The property priority; null if it has no value */
                            priority: string | null;
                            /** @description The property createdDate; null if it has no value */
                            createdDate: string | null;
                            /** @description The property closeDate; null if it has no value */
                            closeDate: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another ticket (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another ticket (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The response to this Idempotency-Key showed a record that was erased since. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "ERASED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This Idempotency-Key was used for another request. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "IDEMPOTENCY_KEY_REUSED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-read": {
        parameters: {
            query?: {
                /** @description Comma-separated internal names of the properties to return, for example `name,description,priority,createdDate,closeDate` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: {
                /** @description Tags of versions that the client has, for example `"42.3"`. If the record still has one of them, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                ticketId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Ticket found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Card reader jams",
                     *           "priority": "high",
                     *           "pipeline": "default",
                     *           "stage": "waiting_on_us",
                     *           "createdDate": "2026-11-20T09:30:00.000Z"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The record has a version of `If-None-Match`; there is no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no ticket with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                ticketId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Ticket deleted.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "ticketId",
                     *           "code": "invalid_format",
                     *           "message": "A record id must be a positive integer."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.delete, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no ticket with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                ticketId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "internal_name": "stage",
                 *       "value": "waiting_on_us"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Internal name of the property
                     * @example stage
                     * @example name
                     * @example description
                     * @example pipeline
                     * @example stage
                     * @example priority
                     * @example category
                     * @example source
                     * @example createdDate
                     * @example closeDate
                     * @example tags
                     * @example owner_id
                     */
                    internal_name: string;
                    /** @description The value; null or absent clears the property */
                    value?: string | number | boolean | null;
                    /** @description The values of a multi-value property, for example tags */
                    values?: (string | number | boolean | null)[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Ticket updated.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no ticket with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another ticket (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another ticket (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,description,priority,createdDate,closeDate` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
                /** @description True lists only deleted tickets. Not together with `updatedSince` */
                archived?: boolean;
                /** @description Lists what changed at this time or later, deleted records too. At most 80 days ago, for example `2026-11-20T09:30:00Z` */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Tickets found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Card reader jams",
                     *               "priority": "high",
                     *               "pipeline": "default",
                     *               "stage": "waiting_on_us",
                     *               "createdDate": "2026-11-20T09:30:00.000Z"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The records of this page; with `updatedSince`, deleted records as their id, version and time */
                            results: (components["schemas"]["Record"] | components["schemas"]["RemovedRecord"])[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /**
                             * Format: date-time
                             * @description With `updatedSince`, on the first page: the `updatedSince` of the next list
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            asOf?: string;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "updatedSince",
                     *           "code": "cursor_expired",
                     *           "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-byKey": {
        parameters: {
            query: {
                /** @description The value to find, as a write takes it, for example `Card reader jams` */
                value: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,description,priority,createdDate,closeDate` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Internal name of an indexed property
                 * @example name
                 */
                internal_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Ticket found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Card reader jams",
                     *           "priority": "high",
                     *           "pipeline": "default",
                     *           "stage": "waiting_on_us",
                     *           "createdDate": "2026-11-20T09:30:00.000Z"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "invalid_type",
                     *           "message": "Give the value to find."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no ticket with this name in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Several tickets have this name. Choose one by its id.",
                     *       "data": null,
                     *       "code": "AMBIGUOUS",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "value_ambiguous",
                     *           "message": "Several tickets have this name. Choose one by its id.",
                     *           "conflictingIds": [
                     *             "41",
                     *             "42"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-associations": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                ticketId: number;
                /**
                 * @description Plural name of the associated type
                 * @example companies
                 */
                toPlural: "contacts" | "companies" | "deals" | "leads" | "appointments";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Associations found.",
                     *       "data": {
                     *         "results": [],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The associations of this page */
                            results: {
                                /**
                                 * @description Id of the associated record
                                 * @example 42
                                 */
                                id: string;
                                /**
                                 * @description Label of the association
                                 * @example contact_to_company
                                 */
                                type: string;
                                /**
                                 * Format: date-time
                                 * @description When the records were associated
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "toPlural",
                     *           "code": "association_same_type",
                     *           "message": "No ticket can be associated with another ticket."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no ticket with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-history": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Lists only changes of this property, or with `associations.{type}` of these associations; a page may then be short, for example `stage` */
                internal_name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                ticketId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "History found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "updated",
                     *             "version": 2,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "internal_name": "stage",
                     *                 "old": "new",
                     *                 "new": "waiting_on_us"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "created",
                     *             "version": 1,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": []
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The entries of this page */
                            results: components["schemas"]["HistoryEntry"][];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no ticket with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-tickets-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filterGroups": [
                 *         {
                 *           "filters": [
                 *             {
                 *               "internal_name": "name",
                 *               "operator": "EQ",
                 *               "value": "Card reader jams"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "sorts": [
                 *         {
                 *           "internal_name": "createdAt",
                 *           "direction": "DESCENDING"
                 *         }
                 *       ],
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    /** @description Groups of filters of which a record must meet one. At most 50 filters and 200 values in all groups together */
                    filterGroups?: components["schemas"]["SearchFilterGroup"][];
                    /** @description Words, each of which must begin a word of some text property */
                    query?: string;
                    /** @description The order; by id if omitted. Records without a value come last */
                    sorts?: components["schemas"]["SearchSort"][];
                    /** @description Properties to return; all with a value if omitted */
                    properties?: string[];
                    /** @description Object types whose associations with the ticket to return */
                    associations?: string[];
                    /**
                     * @description How many to return
                     * @default 50
                     * @example 50
                     */
                    limit?: number;
                    /** @description nextCursor of the previous page */
                    cursor?: string;
                    /** @description Whether to count what the search finds, up to 10,000 */
                    total?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Tickets found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Card reader jams",
                     *               "priority": "high",
                     *               "pipeline": "default",
                     *               "stage": "waiting_on_us",
                     *               "createdDate": "2026-11-20T09:30:00.000Z"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["SearchResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "sorts.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"naem\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.tickets.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "properties": [
                 *         {
                 *           "internal_name": "name",
                 *           "value": "Charles Babbage"
                 *         },
                 *         {
                 *           "internal_name": "source",
                 *           "value": "Exhibition"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The record's properties, each once */
                    properties: components["schemas"]["PropertyItem"][];
                    /** @description Existing records of other types to associate with the new record */
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Lead created.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "name": "Charles Babbage",
                     *         "status": null,
                     *         "source": "Exhibition",
                     *         "lead_type": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description The new lead */
                        data: {
                            /** @description Id of the lead */
                            id: number;
                            /**
                             * Format: date-time
                             * @description When it was created
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When it was last changed
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description The property name; null if it has no value */
                            name: string | null;
                            /** @description The property status; null if it has no value */
                            status: string | null;
                            /** @description The property source; null if it has no value */
                            source: string | null;
                            /** @description The property lead_type; null if it has no value */
                            lead_type: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another lead (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another lead (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The response to this Idempotency-Key showed a record that was erased since. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "ERASED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This Idempotency-Key was used for another request. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "IDEMPOTENCY_KEY_REUSED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-read": {
        parameters: {
            query?: {
                /** @description Comma-separated internal names of the properties to return, for example `name,status,source,lead_type` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: {
                /** @description Tags of versions that the client has, for example `"42.3"`. If the record still has one of them, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                leadId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Lead found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Charles Babbage",
                     *           "source": "Exhibition",
                     *           "pipeline": "default",
                     *           "stage": "new",
                     *           "status": "connected"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The record has a version of `If-None-Match`; there is no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no lead with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                leadId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Lead deleted.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "leadId",
                     *           "code": "invalid_format",
                     *           "message": "A record id must be a positive integer."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.delete, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no lead with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                leadId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "internal_name": "status",
                 *       "value": "connected"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Internal name of the property
                     * @example status
                     * @example name
                     * @example status
                     * @example pipeline
                     * @example stage
                     * @example source
                     * @example lead_type
                     * @example lost_reason
                     * @example tags
                     * @example owner_id
                     */
                    internal_name: string;
                    /** @description The value; null or absent clears the property */
                    value?: string | number | boolean | null;
                    /** @description The values of a multi-value property, for example tags */
                    values?: (string | number | boolean | null)[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Lead updated.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no lead with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another lead (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another lead (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,status,source,lead_type` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
                /** @description True lists only deleted leads. Not together with `updatedSince` */
                archived?: boolean;
                /** @description Lists what changed at this time or later, deleted records too. At most 80 days ago, for example `2026-11-20T09:30:00Z` */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Leads found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Charles Babbage",
                     *               "source": "Exhibition",
                     *               "pipeline": "default",
                     *               "stage": "new",
                     *               "status": "connected"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The records of this page; with `updatedSince`, deleted records as their id, version and time */
                            results: (components["schemas"]["Record"] | components["schemas"]["RemovedRecord"])[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /**
                             * Format: date-time
                             * @description With `updatedSince`, on the first page: the `updatedSince` of the next list
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            asOf?: string;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "updatedSince",
                     *           "code": "cursor_expired",
                     *           "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-byKey": {
        parameters: {
            query: {
                /** @description The value to find, as a write takes it, for example `Charles Babbage` */
                value: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,status,source,lead_type` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Internal name of an indexed property
                 * @example name
                 */
                internal_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Lead found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Charles Babbage",
                     *           "source": "Exhibition",
                     *           "pipeline": "default",
                     *           "stage": "new",
                     *           "status": "connected"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "invalid_type",
                     *           "message": "Give the value to find."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no lead with this name in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Several leads have this name. Choose one by its id.",
                     *       "data": null,
                     *       "code": "AMBIGUOUS",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "value_ambiguous",
                     *           "message": "Several leads have this name. Choose one by its id.",
                     *           "conflictingIds": [
                     *             "41",
                     *             "42"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-associations": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                leadId: number;
                /**
                 * @description Plural name of the associated type
                 * @example companies
                 */
                toPlural: "contacts" | "companies" | "deals" | "tickets" | "appointments";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Associations found.",
                     *       "data": {
                     *         "results": [],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The associations of this page */
                            results: {
                                /**
                                 * @description Id of the associated record
                                 * @example 42
                                 */
                                id: string;
                                /**
                                 * @description Label of the association
                                 * @example contact_to_company
                                 */
                                type: string;
                                /**
                                 * Format: date-time
                                 * @description When the records were associated
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "toPlural",
                     *           "code": "association_same_type",
                     *           "message": "No lead can be associated with another lead."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no lead with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-history": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Lists only changes of this property, or with `associations.{type}` of these associations; a page may then be short, for example `status` */
                internal_name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                leadId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "History found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "updated",
                     *             "version": 2,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "internal_name": "status",
                     *                 "old": null,
                     *                 "new": "connected"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "created",
                     *             "version": 1,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": []
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The entries of this page */
                            results: components["schemas"]["HistoryEntry"][];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no lead with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-leads-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filterGroups": [
                 *         {
                 *           "filters": [
                 *             {
                 *               "internal_name": "name",
                 *               "operator": "EQ",
                 *               "value": "Charles Babbage"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "sorts": [
                 *         {
                 *           "internal_name": "createdAt",
                 *           "direction": "DESCENDING"
                 *         }
                 *       ],
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    /** @description Groups of filters of which a record must meet one. At most 50 filters and 200 values in all groups together */
                    filterGroups?: components["schemas"]["SearchFilterGroup"][];
                    /** @description Words, each of which must begin a word of some text property */
                    query?: string;
                    /** @description The order; by id if omitted. Records without a value come last */
                    sorts?: components["schemas"]["SearchSort"][];
                    /** @description Properties to return; all with a value if omitted */
                    properties?: string[];
                    /** @description Object types whose associations with the lead to return */
                    associations?: string[];
                    /**
                     * @description How many to return
                     * @default 50
                     * @example 50
                     */
                    limit?: number;
                    /** @description nextCursor of the previous page */
                    cursor?: string;
                    /** @description Whether to count what the search finds, up to 10,000 */
                    total?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Leads found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Charles Babbage",
                     *               "source": "Exhibition",
                     *               "pipeline": "default",
                     *               "stage": "new",
                     *               "status": "connected"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["SearchResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "sorts.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"naem\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.leads.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "properties": [
                 *         {
                 *           "internal_name": "name",
                 *           "value": "Demonstration"
                 *         },
                 *         {
                 *           "internal_name": "appointment_start_ts",
                 *           "value": "2026-12-01T10:00:00Z"
                 *         },
                 *         {
                 *           "internal_name": "appointment_end_ts",
                 *           "value": "2026-12-01T11:00:00Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The record's properties, each once */
                    properties: components["schemas"]["PropertyItem"][];
                    /** @description Existing records of other types to associate with the new record */
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointment created.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "name": "Demonstration",
                     *         "appointment_start_ts": "2026-12-01T10:00:00.000Z",
                     *         "appointment_end_ts": "2026-12-01T11:00:00.000Z",
                     *         "status": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description The new appointment */
                        data: {
                            /** @description Id of the appointment */
                            id: number;
                            /**
                             * Format: date-time
                             * @description When it was created
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When it was last changed
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description The property name; null if it has no value */
                            name: string | null;
                            /** @description The property appointment_start_ts; null if it has no value */
                            appointment_start_ts: string | null;
                            /** @description The property appointment_end_ts; null if it has no value */
                            appointment_end_ts: string | null;
                            /** @description The property status; null if it has no value */
                            status: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another appointment (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another appointment (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The response to this Idempotency-Key showed a record that was erased since. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "ERASED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This Idempotency-Key was used for another request. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "IDEMPOTENCY_KEY_REUSED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-read": {
        parameters: {
            query?: {
                /** @description Comma-separated internal names of the properties to return, for example `name,appointment_start_ts,appointment_end_ts,status` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: {
                /** @description Tags of versions that the client has, for example `"42.3"`. If the record still has one of them, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointment found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Demonstration",
                     *           "appointment_start_ts": "2026-12-01T10:00:00.000Z",
                     *           "appointment_end_ts": "2026-12-01T11:00:00.000Z",
                     *           "pipeline": "default",
                     *           "stage": "confirmed"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The record has a version of `If-None-Match`; there is no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "properties",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no appointment with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointment deleted.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "appointmentId",
                     *           "code": "invalid_format",
                     *           "message": "A record id must be a positive integer."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.delete, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no appointment with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "internal_name": "stage",
                 *       "value": "confirmed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Internal name of the property
                     * @example stage
                     * @example name
                     * @example appointment_start_ts
                     * @example appointment_end_ts
                     * @example status
                     * @example location
                     * @example notes
                     * @example pipeline
                     * @example stage
                     * @example tags
                     * @example owner_id
                     */
                    internal_name: string;
                    /** @description The value; null or absent clears the property */
                    value?: string | number | boolean | null;
                    /** @description The values of a multi-value property, for example tags */
                    values?: (string | number | boolean | null)[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointment updated.",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        /** @description Always null */
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"names\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no appointment with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another appointment (id 41) already has this name.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [
                     *         {
                     *           "path": "name",
                     *           "code": "value_not_unique",
                     *           "message": "Another appointment (id 41) already has this name.",
                     *           "conflictingId": "41"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,appointment_start_ts,appointment_end_ts,status` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
                /** @description True lists only deleted appointments. Not together with `updatedSince` */
                archived?: boolean;
                /** @description Lists what changed at this time or later, deleted records too. At most 80 days ago, for example `2026-11-20T09:30:00Z` */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointments found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Demonstration",
                     *               "appointment_start_ts": "2026-12-01T10:00:00.000Z",
                     *               "appointment_end_ts": "2026-12-01T11:00:00.000Z",
                     *               "pipeline": "default",
                     *               "stage": "confirmed"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The records of this page; with `updatedSince`, deleted records as their id, version and time */
                            results: (components["schemas"]["Record"] | components["schemas"]["RemovedRecord"])[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /**
                             * Format: date-time
                             * @description With `updatedSince`, on the first page: the `updatedSince` of the next list
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            asOf?: string;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "updatedSince",
                     *           "code": "cursor_expired",
                     *           "message": "`updatedSince` is more than 80 days old, so deletions may be missing. List all records again."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-byKey": {
        parameters: {
            query: {
                /** @description The value to find, as a write takes it, for example `Demonstration` */
                value: string;
                /** @description Comma-separated internal names of the properties to return, for example `name,appointment_start_ts,appointment_end_ts,status` */
                properties?: string;
                /** @description Comma-separated object types whose associations to include, for example `company` */
                associations?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Internal name of an indexed property
                 * @example name
                 */
                internal_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointment found.",
                     *       "data": {
                     *         "id": 42,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "version": 2,
                     *         "properties": {
                     *           "name": "Demonstration",
                     *           "appointment_start_ts": "2026-12-01T10:00:00.000Z",
                     *           "appointment_end_ts": "2026-12-01T11:00:00.000Z",
                     *           "pipeline": "default",
                     *           "stage": "confirmed"
                     *         },
                     *         "associations": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "invalid_type",
                     *           "message": "Give the value to find."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no appointment with this name in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Several appointments have this name. Choose one by its id.",
                     *       "data": null,
                     *       "code": "AMBIGUOUS",
                     *       "issues": [
                     *         {
                     *           "path": "value",
                     *           "code": "value_ambiguous",
                     *           "message": "Several appointments have this name. Choose one by its id.",
                     *           "conflictingIds": [
                     *             "41",
                     *             "42"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-associations": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                appointmentId: number;
                /**
                 * @description Plural name of the associated type
                 * @example companies
                 */
                toPlural: "contacts" | "companies" | "deals" | "tickets" | "leads";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Associations found.",
                     *       "data": {
                     *         "results": [],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The associations of this page */
                            results: {
                                /**
                                 * @description Id of the associated record
                                 * @example 42
                                 */
                                id: string;
                                /**
                                 * @description Label of the association
                                 * @example contact_to_company
                                 */
                                type: string;
                                /**
                                 * Format: date-time
                                 * @description When the records were associated
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "toPlural",
                     *           "code": "association_same_type",
                     *           "message": "No appointment can be associated with another appointment."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no appointment with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-history": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Lists only changes of this property, or with `associations.{type}` of these associations; a page may then be short, for example `stage` */
                internal_name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record, as returned by its creation
                 * @example 42
                 */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "History found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "updated",
                     *             "version": 2,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "internal_name": "stage",
                     *                 "old": "scheduled",
                     *                 "new": "confirmed"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "at": "2026-11-20T09:30:00.000Z",
                     *             "action": "created",
                     *             "version": 1,
                     *             "actor": {
                     *               "type": "client",
                     *               "id": "rpc7f3k2m9q4x8w5z1b6v0n",
                     *               "name": "Client"
                     *             },
                     *             "changes": []
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The entries of this page */
                            results: components["schemas"]["HistoryEntry"][];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no appointment with id 42 in this project.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-appointments-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filterGroups": [
                 *         {
                 *           "filters": [
                 *             {
                 *               "internal_name": "name",
                 *               "operator": "EQ",
                 *               "value": "Demonstration"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "sorts": [
                 *         {
                 *           "internal_name": "createdAt",
                 *           "direction": "DESCENDING"
                 *         }
                 *       ],
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    /** @description Groups of filters of which a record must meet one. At most 50 filters and 200 values in all groups together */
                    filterGroups?: components["schemas"]["SearchFilterGroup"][];
                    /** @description Words, each of which must begin a word of some text property */
                    query?: string;
                    /** @description The order; by id if omitted. Records without a value come last */
                    sorts?: components["schemas"]["SearchSort"][];
                    /** @description Properties to return; all with a value if omitted */
                    properties?: string[];
                    /** @description Object types whose associations with the appointment to return */
                    associations?: string[];
                    /**
                     * @description How many to return
                     * @default 50
                     * @example 50
                     */
                    limit?: number;
                    /** @description nextCursor of the previous page */
                    cursor?: string;
                    /** @description Whether to count what the search finds, up to 10,000 */
                    total?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointments found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": 42,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z",
                     *             "version": 2,
                     *             "properties": {
                     *               "name": "Demonstration",
                     *               "appointment_start_ts": "2026-12-01T10:00:00.000Z",
                     *               "appointment_end_ts": "2026-12-01T11:00:00.000Z",
                     *               "pipeline": "default",
                     *               "stage": "confirmed"
                     *             },
                     *             "associations": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["SearchResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "sorts.0.internal_name",
                     *           "code": "property_unknown",
                     *           "message": "There is no property \"naem\". Did you mean \"name\"?",
                     *           "suggestion": "name"
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.appointments.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send the body with Content-Type: application/json.",
                     *       "data": null,
                     *       "code": "UNSUPPORTED_MEDIA_TYPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-properties-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Object type, in the plural
                 * @example tickets
                 */
                plural: "contacts" | "companies" | "deals" | "tickets" | "leads" | "appointments";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Properties found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "internal_name": "name",
                     *             "label": "Name",
                     *             "type": "string",
                     *             "multi": false,
                     *             "indexed": true,
                     *             "unique": true,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": null
                     *           },
                     *           {
                     *             "internal_name": "description",
                     *             "label": "Description",
                     *             "type": "text",
                     *             "multi": false,
                     *             "indexed": false,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": null
                     *           },
                     *           {
                     *             "internal_name": "pipeline",
                     *             "label": "Pipeline",
                     *             "type": "string",
                     *             "multi": false,
                     *             "indexed": true,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": "Key, id or label."
                     *           },
                     *           {
                     *             "internal_name": "stage",
                     *             "label": "Stage",
                     *             "type": "string",
                     *             "multi": false,
                     *             "indexed": true,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": "Key, id or label."
                     *           },
                     *           {
                     *             "internal_name": "priority",
                     *             "label": "Priority",
                     *             "type": "enumeration",
                     *             "multi": false,
                     *             "indexed": true,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [
                     *               {
                     *                 "value": "low",
                     *                 "label": "Low"
                     *               },
                     *               {
                     *                 "value": "medium",
                     *                 "label": "Medium"
                     *               },
                     *               {
                     *                 "value": "high",
                     *                 "label": "High"
                     *               },
                     *               {
                     *                 "value": "urgent",
                     *                 "label": "Urgent"
                     *               }
                     *             ],
                     *             "description": null
                     *           },
                     *           {
                     *             "internal_name": "category",
                     *             "label": "Category",
                     *             "type": "enumeration",
                     *             "multi": false,
                     *             "indexed": false,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [
                     *               {
                     *                 "value": "general_inquiry",
                     *                 "label": "General inquiry"
                     *               },
                     *               {
                     *                 "value": "product_issue",
                     *                 "label": "Product issue"
                     *               },
                     *               {
                     *                 "value": "billing_issue",
                     *                 "label": "Billing issue"
                     *               },
                     *               {
                     *                 "value": "feature_request",
                     *                 "label": "Feature request"
                     *               }
                     *             ],
                     *             "description": null
                     *           },
                     *           {
                     *             "internal_name": "source",
                     *             "label": "Source",
                     *             "type": "enumeration",
                     *             "multi": false,
                     *             "indexed": false,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [
                     *               {
                     *                 "value": "email",
                     *                 "label": "Email"
                     *               },
                     *               {
                     *                 "value": "phone",
                     *                 "label": "Phone"
                     *               },
                     *               {
                     *                 "value": "chat",
                     *                 "label": "Chat"
                     *               },
                     *               {
                     *                 "value": "form",
                     *                 "label": "Form"
                     *               },
                     *               {
                     *                 "value": "messaging",
                     *                 "label": "Messaging"
                     *               }
                     *             ],
                     *             "description": null
                     *           },
                     *           {
                     *             "internal_name": "createdDate",
                     *             "label": "Created date",
                     *             "type": "datetime",
                     *             "multi": false,
                     *             "indexed": false,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": "Set to the time of creation if not given."
                     *           },
                     *           {
                     *             "internal_name": "closeDate",
                     *             "label": "Close date",
                     *             "type": "datetime",
                     *             "multi": false,
                     *             "indexed": false,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": "Set when a record without a close date enters a closed stage."
                     *           },
                     *           {
                     *             "internal_name": "tags",
                     *             "label": "Tags",
                     *             "type": "string",
                     *             "multi": true,
                     *             "indexed": false,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": null
                     *           },
                     *           {
                     *             "internal_name": "owner_id",
                     *             "label": "Owner",
                     *             "type": "string",
                     *             "multi": false,
                     *             "indexed": true,
                     *             "unique": false,
                     *             "readOnly": false,
                     *             "builtIn": true,
                     *             "closed": false,
                     *             "options": [],
                     *             "description": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description All of them */
                            results: components["schemas"]["Property"][];
                            /** @description Always null: there is one page */
                            nextCursor: null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "unrecognized_key",
                     *           "message": "\"limit\" is not a member of this operation's input. Leave it out."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.schemas.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no object type \"ticket\". Did you mean \"tickets\"?",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-properties-read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Object type, in the plural
                 * @example tickets
                 */
                plural: "contacts" | "companies" | "deals" | "tickets" | "leads" | "appointments";
                /**
                 * @description Internal name of the property
                 * @example priority
                 */
                internal_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Property found.",
                     *       "data": {
                     *         "internal_name": "priority",
                     *         "label": "Priority",
                     *         "type": "enumeration",
                     *         "multi": false,
                     *         "indexed": true,
                     *         "unique": false,
                     *         "readOnly": false,
                     *         "builtIn": true,
                     *         "closed": false,
                     *         "options": [
                     *           {
                     *             "value": "low",
                     *             "label": "Low"
                     *           },
                     *           {
                     *             "value": "medium",
                     *             "label": "Medium"
                     *           },
                     *           {
                     *             "value": "high",
                     *             "label": "High"
                     *           },
                     *           {
                     *             "value": "urgent",
                     *             "label": "Urgent"
                     *           }
                     *         ],
                     *         "description": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Property"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "unrecognized_key",
                     *           "message": "\"limit\" is not a member of this operation's input. Leave it out."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.schemas.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no object type \"ticket\". Did you mean \"tickets\"?",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-pipelines-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Object type, in the plural
                 * @example tickets
                 */
                plural: "contacts" | "companies" | "deals" | "tickets" | "leads" | "appointments";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Pipelines found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "key": "default",
                     *             "label": "Support pipeline",
                     *             "isDefault": true,
                     *             "stages": [
                     *               {
                     *                 "key": "new",
                     *                 "label": "New",
                     *                 "probability": null,
                     *                 "closed": false
                     *               },
                     *               {
                     *                 "key": "waiting_on_contact",
                     *                 "label": "Waiting on contact",
                     *                 "probability": null,
                     *                 "closed": false
                     *               },
                     *               {
                     *                 "key": "waiting_on_us",
                     *                 "label": "Waiting on us",
                     *                 "probability": null,
                     *                 "closed": false
                     *               },
                     *               {
                     *                 "key": "closed",
                     *                 "label": "Closed",
                     *                 "probability": null,
                     *                 "closed": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description All of them */
                            results: components["schemas"]["Pipeline"][];
                            /** @description Always null: there is one page */
                            nextCursor: null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "unrecognized_key",
                     *           "message": "\"limit\" is not a member of this operation's input. Leave it out."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.schemas.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no object type \"ticket\". Did you mean \"tickets\"?",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-pipelines-read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Object type, in the plural
                 * @example tickets
                 */
                plural: "contacts" | "companies" | "deals" | "tickets" | "leads" | "appointments";
                /**
                 * @description Key of the pipeline
                 * @example default
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Pipeline found.",
                     *       "data": {
                     *         "key": "default",
                     *         "label": "Support pipeline",
                     *         "isDefault": true,
                     *         "stages": [
                     *           {
                     *             "key": "new",
                     *             "label": "New",
                     *             "probability": null,
                     *             "closed": false
                     *           },
                     *           {
                     *             "key": "waiting_on_contact",
                     *             "label": "Waiting on contact",
                     *             "probability": null,
                     *             "closed": false
                     *           },
                     *           {
                     *             "key": "waiting_on_us",
                     *             "label": "Waiting on us",
                     *             "probability": null,
                     *             "closed": false
                     *           },
                     *           {
                     *             "key": "closed",
                     *             "label": "Closed",
                     *             "probability": null,
                     *             "closed": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["Pipeline"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "unrecognized_key",
                     *           "message": "\"limit\" is not a member of this operation's input. Leave it out."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.schemas.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential's project has no such record */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no object type \"ticket\". Did you mean \"tickets\"?",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-events-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated event types; `contact.*` stands for every event of contacts. All that the token may read if absent, for example `contact.*,deal.stage_changed` */
                types?: string;
                /** @description `now` for only the cursor of this moment, without events */
                from?: "now";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Events found.",
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj",
                     *             "type": "contact.updated",
                     *             "timestamp": "2026-11-20T09:30:00.000Z",
                     *             "data": {
                     *               "object": "contact",
                     *               "id": 42,
                     *               "createdAt": "2026-11-20T09:30:00.000Z",
                     *               "updatedAt": "2026-11-20T09:30:00.000Z",
                     *               "version": 2,
                     *               "properties": {
                     *                 "firstname": "Ada",
                     *                 "lastname": "Lovelace",
                     *                 "email": "ada@example.com",
                     *                 "lifecyclestage": "customer"
                     *               },
                     *               "associations": null,
                     *               "changes": {
                     *                 "lifecyclestage": {
                     *                   "old": null,
                     *                   "new": "customer"
                     *                 }
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "nextCursor": "v1.5c8b0a1f.Zm9sbG93LXRoaXMtY3Vyc29y",
                     *         "hasMore": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The events of this page, in their order */
                            results: components["schemas"]["Event"][];
                            /** @description Where to go on from; never null, because there may be more events later */
                            nextCursor: string;
                            /** @description Whether there are more events now */
                            hasMore: boolean;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "types",
                     *           "code": "event_type_unknown",
                     *           "message": "\"contact.renamed\" is not an event type of the feed; there are contact.created, contact.updated, contact.deleted, contact.restored, company.created, company.updated, company.deleted, company.restored, deal.created, deal.updated, deal.deleted, deal.restored, ticket.created, ticket.updated, ticket.deleted, ticket.restored, lead.created, lead.updated, lead.deleted, lead.restored, appointment.created, appointment.updated, appointment.deleted, appointment.restored, deal.stage_changed, ticket.stage_changed, lead.stage_changed, appointment.stage_changed, association.created, association.deleted, template.status_changed.",
                     *           "allowed": [
                     *             "contact.created",
                     *             "contact.updated",
                     *             "contact.deleted",
                     *             "contact.restored",
                     *             "company.created",
                     *             "company.updated",
                     *             "company.deleted",
                     *             "company.restored",
                     *             "deal.created",
                     *             "deal.updated",
                     *             "deal.deleted",
                     *             "deal.restored",
                     *             "ticket.created",
                     *             "ticket.updated",
                     *             "ticket.deleted",
                     *             "ticket.restored",
                     *             "lead.created",
                     *             "lead.updated",
                     *             "lead.deleted",
                     *             "lead.restored",
                     *             "appointment.created",
                     *             "appointment.updated",
                     *             "appointment.deleted",
                     *             "appointment.restored",
                     *             "deal.stage_changed",
                     *             "ticket.stage_changed",
                     *             "lead.stage_changed",
                     *             "appointment.stage_changed",
                     *             "association.created",
                     *             "association.deleted",
                     *             "template.status_changed"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.events.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The events after this cursor are no longer kept. Take a cursor with from=now, list everything, then follow from that cursor.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "cursor",
                     *           "code": "cursor_expired",
                     *           "message": "The events after this cursor are no longer kept. Take a cursor with from=now, list everything, then follow from that cursor."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-templates-syncStatus": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Templates synced: 1 of 1 matched templates updated.",
                     *       "data": {
                     *         "total_fetched_from_meta": 1,
                     *         "matched": 1,
                     *         "updated": 1,
                     *         "unchanged": 0,
                     *         "not_found": 0,
                     *         "updated_templates": [
                     *           {
                     *             "template_name": "order_update",
                     *             "language_code": "en_US",
                     *             "old_status": "PENDING",
                     *             "new_status": "APPROVED",
                     *             "old_category": "UTILITY",
                     *             "new_category": "UTILITY"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: components["schemas"]["TemplateSyncResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This tenant has no messaging account. Set one in the admin app, at Templates, or with rapport messaging set.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "credentials_missing",
                     *           "message": "This tenant has no messaging account. Set one in the admin app, at Templates, or with rapport messaging set."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope templates:write, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request conflicts with existing data or with a running request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Another sync of this tenant is running. Wait for it to end.",
                     *       "data": null,
                     *       "code": "CONFLICT",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The response to this Idempotency-Key showed a record that was erased since. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "ERASED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB. Send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This Idempotency-Key was used for another request. Use a new key for a new request.",
                     *       "data": null,
                     *       "code": "IDEMPOTENCY_KEY_REUSED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The messaging platform failed or returned no usable response */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The messaging platform failed (no response in time). Nothing was changed. Try again later.",
                     *       "data": null,
                     *       "code": "UPSTREAM_FAILED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-templates-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only templates of this name, for example `order_confirmation` */
                name?: string;
                /** @description Only templates in this status, for example `APPROVED` */
                status?: string;
                /** @description Only templates of this category, for example `UTILITY` */
                category?: string;
                /** @description Only templates in this language; en_US and en-US are the same, for example `en_US` */
                language?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Templates found.",
                     *       "data": {
                     *         "templates": [
                     *           {
                     *             "id": 42,
                     *             "name": "order_update",
                     *             "language": "en_US",
                     *             "status": "PENDING",
                     *             "category": "UTILITY",
                     *             "components": null,
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the request succeeded
                         * @example true
                         */
                        success: boolean;
                        /** @description Result in words, for people */
                        message: string;
                        data: {
                            /** @description The templates of this page */
                            templates: {
                                /** @description Id of the local template */
                                id: number;
                                /** @description Name, as on the platform */
                                name: string;
                                /** @description Language code, as it was added */
                                language: string;
                                /** @description Status as of the last sync that changed it */
                                status: string;
                                /** @description Category as of the last sync that changed it */
                                category: string;
                                /** @description Components as imported; null if the template has none */
                                components: unknown;
                                /**
                                 * Format: date-time
                                 * @description When it was added
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description When it was last changed
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                updatedAt: string;
                            }[];
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "limit",
                     *           "code": "out_of_range",
                     *           "message": "limit must be a whole number from 1 to 200."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope templates:read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "public-events-stream": {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Comma-separated event types; `contact.*` stands for every event of contacts. All that the token may read if absent, for example `contact.*,deal.stage_changed` */
                types?: string;
                /** @description `now` for only the cursor of this moment, without events */
                from?: "now";
            };
            header?: {
                /** @description `id` of the last event that arrived, whatever `cursor` and `from` say */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: eyJhbGciOiJkaXIi…
                     *     data: {"id":"msg_…","type":"contact.created",…}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "types",
                     *           "code": "event_type_unknown",
                     *           "message": "\"contact.renamed\" is not an event type of the feed; there are contact.created, contact.updated, contact.deleted, contact.restored, company.created, company.updated, company.deleted, company.restored, deal.created, deal.updated, deal.deleted, deal.restored, ticket.created, ticket.updated, ticket.deleted, ticket.restored, lead.created, lead.updated, lead.deleted, lead.restored, appointment.created, appointment.updated, appointment.deleted, appointment.restored, deal.stage_changed, ticket.stage_changed, lead.stage_changed, appointment.stage_changed, association.created, association.deleted, template.status_changed.",
                     *           "allowed": [
                     *             "contact.created",
                     *             "contact.updated",
                     *             "contact.deleted",
                     *             "contact.restored",
                     *             "company.created",
                     *             "company.updated",
                     *             "company.deleted",
                     *             "company.restored",
                     *             "deal.created",
                     *             "deal.updated",
                     *             "deal.deleted",
                     *             "deal.restored",
                     *             "ticket.created",
                     *             "ticket.updated",
                     *             "ticket.deleted",
                     *             "ticket.restored",
                     *             "lead.created",
                     *             "lead.updated",
                     *             "lead.deleted",
                     *             "lead.restored",
                     *             "appointment.created",
                     *             "appointment.updated",
                     *             "appointment.deleted",
                     *             "appointment.restored",
                     *             "deal.stage_changed",
                     *             "ticket.stage_changed",
                     *             "lead.stage_changed",
                     *             "appointment.stage_changed",
                     *             "association.created",
                     *             "association.deleted",
                     *             "template.status_changed"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid, expired or revoked */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Send Authorization: Bearer with a credential.",
                     *       "data": null,
                     *       "code": "UNAUTHENTICATED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the scope */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The credential lacks the scope crm.events.read, which this operation needs.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The cursor or the time is too old to continue from, or what the request asks for was erased */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The events after this cursor are no longer kept. Take a cursor with from=now, list everything, then follow from that cursor.",
                     *       "data": null,
                     *       "code": "CURSOR_EXPIRED",
                     *       "issues": [
                     *         {
                     *           "path": "cursor",
                     *           "code": "cursor_expired",
                     *           "message": "The events after this cursor are no longer kept. Take a cursor with from=now, list everything, then follow from that cursor."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. Wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds. Wait and try again.",
                     *       "data": null,
                     *       "code": "RATE_LIMITED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers are larger than 16 KiB */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "",
                     *           "code": "malformed_http",
                     *           "message": "The request line and the headers are larger than 16 KiB. Send shorter parameters."
                     *         }
                     *       ],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on the server */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side. Try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The database is unavailable right now. Retry in 2 seconds.",
                     *       "data": null,
                     *       "code": "UNAVAILABLE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
