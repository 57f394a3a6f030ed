export interface paths {
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
         * @description Creates a contact with its properties and, when given, its associations.
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
         * @description Returns the contact's properties, all that have a value or those named, and the associations asked for.
         */
        get: operations["public-contacts-read"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Soft-deletes the contact: it is not found any more; an admin can restore it for 90 days.
         */
        delete: operations["public-contacts-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a contact
         * @description Replaces the property's value; without a value the property is cleared.
         */
        patch: operations["public-contacts-set"];
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
         * @description Creates a company with its properties and, when given, its associations.
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
         * @description Returns the company's properties, all that have a value or those named, and the associations asked for.
         */
        get: operations["public-companies-read"];
        put?: never;
        post?: never;
        /**
         * Delete a company
         * @description Soft-deletes the company: it is not found any more; an admin can restore it for 90 days.
         */
        delete: operations["public-companies-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a company
         * @description Replaces the property's value; without a value the property is cleared.
         */
        patch: operations["public-companies-set"];
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
         * @description Creates a deal with its properties and, when given, its associations.
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
         * @description Returns the deal's properties, all that have a value or those named, and the associations asked for.
         */
        get: operations["public-deals-read"];
        put?: never;
        post?: never;
        /**
         * Delete a deal
         * @description Soft-deletes the deal: it is not found any more; an admin can restore it for 90 days.
         */
        delete: operations["public-deals-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a deal
         * @description Replaces the property's value; without a value the property is cleared.
         */
        patch: operations["public-deals-set"];
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
         * @description Creates a ticket with its properties and, when given, its associations.
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
         * @description Returns the ticket's properties, all that have a value or those named, and the associations asked for.
         */
        get: operations["public-tickets-read"];
        put?: never;
        post?: never;
        /**
         * Delete a ticket
         * @description Soft-deletes the ticket: it is not found any more; an admin can restore it for 90 days.
         */
        delete: operations["public-tickets-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a ticket
         * @description Replaces the property's value; without a value the property is cleared.
         */
        patch: operations["public-tickets-set"];
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
         * @description Creates a lead with its properties and, when given, its associations.
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
         * @description Returns the lead's properties, all that have a value or those named, and the associations asked for.
         */
        get: operations["public-leads-read"];
        put?: never;
        post?: never;
        /**
         * Delete a lead
         * @description Soft-deletes the lead: it is not found any more; an admin can restore it for 90 days.
         */
        delete: operations["public-leads-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a lead
         * @description Replaces the property's value; without a value the property is cleared.
         */
        patch: operations["public-leads-set"];
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
         * Create a appointment
         * @description Creates a appointment with its properties and, when given, its associations.
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
         * Read a appointment
         * @description Returns the appointment's properties, all that have a value or those named, and the associations asked for.
         */
        get: operations["public-appointments-read"];
        put?: never;
        post?: never;
        /**
         * Delete a appointment
         * @description Soft-deletes the appointment: it is not found any more; an admin can restore it for 90 days.
         */
        delete: operations["public-appointments-delete"];
        options?: never;
        head?: never;
        /**
         * Update one property of a appointment
         * @description Replaces the property's value; without a value the property is cleared.
         */
        patch: operations["public-appointments-set"];
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
         * @description Fetches every template of the tenant's messaging account and gives local templates of the same name and language their status and category. Takes no body.
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
         * @description The tenant's local templates, oldest first.
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
            to: {
                /**
                 * @description Associated object type
                 * @example company
                 */
                object: string;
                /**
                 * @description Id of an existing record, numeric
                 * @example 42
                 */
                id: string;
            };
        };
        Record: {
            id: number;
            properties: {
                [key: string]: string | boolean | (string | boolean)[] | null;
            };
            associations: {
                [key: string]: {
                    id: string;
                    type: string;
                }[];
            } | null;
        };
        TemplateSyncResult: {
            total_fetched_from_meta: number;
            matched: number;
            updated: number;
            unchanged: number;
            not_found: number;
            readonly updated_templates: {
                template_name: string;
                language_code: string;
                old_status: string;
                new_status: string;
                old_category: string;
                new_category: string;
            }[];
        };
        Error: {
            /** @constant */
            success: false;
            /** @example The request is invalid. */
            message: string;
            data: null;
            /** @example INVALID_INPUT */
            code: string;
            issues: ({
                /** @example properties.0.internal_name */
                path: string;
                /** @example property_forbidden */
                code: string;
                message: string;
                /** @description The name that was probably meant */
                suggestion?: string;
                /** @description Id of the record in the way */
                conflictingId?: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @example req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e */
            requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "public-contacts-create": {
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
                    properties: components["schemas"]["PropertyItem"][];
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact created.",
                     *       "data": {
                     *         "id": 1,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: {
                            id: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            firstname: string | null;
                            lastname: string | null;
                            email: string | null;
                            phone: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.contacts.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                properties?: string;
                associations?: string;
            };
            header?: never;
            path: {
                contactId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact found.",
                     *       "data": {
                     *         "id": 1,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.contacts.read, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                contactId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.contacts.delete, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                contactId: number | string;
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
                     * @example firstname
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.contacts.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
            header?: never;
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
                    properties: components["schemas"]["PropertyItem"][];
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Company created.",
                     *       "data": {
                     *         "id": 2,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: {
                            id: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            name: string | null;
                            domain: string | null;
                            website: string | null;
                            lifecyclestage: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.companies.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                properties?: string;
                associations?: string;
            };
            header?: never;
            path: {
                companyId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Company found.",
                     *       "data": {
                     *         "id": 2,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.companies.read, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                companyId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.companies.delete, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                companyId: number | string;
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
                     * @example firstname
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.companies.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
            header?: never;
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
                    properties: components["schemas"]["PropertyItem"][];
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deal created.",
                     *       "data": {
                     *         "id": 3,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: {
                            id: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            name: string | null;
                            currency: string | null;
                            amount: string | null;
                            closeDate: string | null;
                            createdDate: string | null;
                            priority: string | null;
                            dealType: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.deals.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                properties?: string;
                associations?: string;
            };
            header?: never;
            path: {
                dealId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Deal found.",
                     *       "data": {
                     *         "id": 3,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.deals.read, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                dealId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.deals.delete, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                dealId: number | string;
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
                     * @example firstname
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.deals.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
            header?: never;
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
                    properties: components["schemas"]["PropertyItem"][];
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Ticket created.",
                     *       "data": {
                     *         "id": 4,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: {
                            id: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            name: string | null;
                            description: string | null;
                            priority: string | null;
                            createdDate: string | null;
                            closeDate: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.tickets.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                properties?: string;
                associations?: string;
            };
            header?: never;
            path: {
                ticketId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Ticket found.",
                     *       "data": {
                     *         "id": 4,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.tickets.read, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                ticketId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.tickets.delete, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                ticketId: number | string;
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
                     * @example firstname
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.tickets.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
            header?: never;
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
                    properties: components["schemas"]["PropertyItem"][];
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Lead created.",
                     *       "data": {
                     *         "id": 5,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: {
                            id: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            name: string | null;
                            status: string | null;
                            source: string | null;
                            lead_type: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.leads.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                properties?: string;
                associations?: string;
            };
            header?: never;
            path: {
                leadId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Lead found.",
                     *       "data": {
                     *         "id": 5,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.leads.read, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                leadId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.leads.delete, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                leadId: number | string;
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
                     * @example firstname
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.leads.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
            header?: never;
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
                    properties: components["schemas"]["PropertyItem"][];
                    associations?: components["schemas"]["AssociationItem"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointment created.",
                     *       "data": {
                     *         "id": 6,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "name": "Demonstration",
                     *         "appointment_start_ts": "2026-11-20T09:30:00.000Z",
                     *         "appointment_end_ts": "2026-11-20T09:30:00.000Z",
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
                        /** @description Human-readable result message */
                        message: string;
                        data: {
                            id: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T09:30:00.000Z
                             */
                            updatedAt: string;
                            name: string | null;
                            appointment_start_ts: string | null;
                            appointment_end_ts: string | null;
                            status: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.appointments.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                properties?: string;
                associations?: string;
            };
            header?: never;
            path: {
                appointmentId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Appointment found.",
                     *       "data": {
                     *         "id": 6,
                     *         "properties": {
                     *           "name": "Demonstration",
                     *           "appointment_start_ts": "2026-11-20T09:30:00.000Z",
                     *           "appointment_end_ts": "2026-11-20T09:30:00.000Z",
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
                        /** @description Human-readable result message */
                        message: string;
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.appointments.read, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                appointmentId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.appointments.delete, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
                appointmentId: number | string;
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
                     * @example firstname
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
                        /** @description Human-readable result message */
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope crm.appointments.write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such record within the credential's reach */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "There is no record with id 42.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
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
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
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
                        /** @description Human-readable result message */
                        message: string;
                        data: components["schemas"]["TemplateSyncResult"];
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope templates:write, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A unique value is held by another record, or the request clashes with another */
            409: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The body is larger than 1 MiB; send less at a time.",
                     *       "data": null,
                     *       "code": "PAYLOAD_TOO_LARGE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The messaging platform failed or gave no usable answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The messaging platform failed (timeout); nothing was changed. Try again later.",
                     *       "data": null,
                     *       "code": "UPSTREAM_FAILED",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The messaging platform takes no more calls; wait for `Retry-After` seconds */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "The messaging platform takes no more calls for the moment; nothing was changed.",
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
                limit?: number | string;
                cursor?: string;
                name?: string;
                status?: string;
                category?: string;
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
                     *             "id": 1,
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
                        /** @description Human-readable result message */
                        message: string;
                        data: {
                            readonly templates: {
                                id: number;
                                name: string;
                                language: string;
                                status: string;
                                category: string;
                                components: unknown;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T09:30:00.000Z
                                 */
                                updatedAt: string;
                            }[];
                            nextCursor: string | null;
                        };
                    };
                };
            };
            /** @description The request is invalid: `issues` has one entry per fault */
            400: {
                headers: {
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
                     *           "message": "There is no property \"emial\". Did you mean \"email\"?",
                     *           "suggestion": "email"
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "This needs the scope templates:read, which the credential lacks.",
                     *       "data": null,
                     *       "code": "INSUFFICIENT_SCOPE",
                     *       "issues": [],
                     *       "requestId": "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "More than 1000 requests in 10 seconds; wait and try again.",
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong on our side; try again later.",
                     *       "data": null,
                     *       "code": "INTERNAL",
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
