export interface paths {
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Oldest first. Follow `nextCursor` until it is null.
         *
         *     The key needs the scope `contacts:read`.
         */
        get: operations["workspace-contacts-list"];
        put?: never;
        /**
         * Create a contact
         * @description Creates a contact. The Public Object API shows the same record.
         *
         *     The key needs the scope `contacts:write`.
         */
        post: operations["workspace-contacts-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact
         * @description Returns one contact of the workspace.
         *
         *     The key needs the scope `contacts:read`.
         */
        get: operations["workspace-contacts-read"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Soft-deletes the contact: requests no longer find it. It can be restored for 90 days.
         *
         *     The key needs the scope `contacts:delete`.
         */
        delete: operations["workspace-contacts-delete"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Changes the given fields. null clears a field.
         *
         *     The key needs the scope `contacts:write`.
         */
        patch: operations["workspace-contacts-update"];
        trace?: never;
    };
    "/v1/contacts/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update a contact
         * @description Updates the one contact with this email, or creates it. Fields that are left out keep their value; null clears a field.
         *
         *     The key needs the scope `contacts:write`.
         */
        post: operations["workspace-contacts-upsert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies
         * @description Oldest first. Follow `nextCursor` until it is null.
         *
         *     The key needs the scope `companies:read`.
         */
        get: operations["workspace-companies-list"];
        put?: never;
        /**
         * Create a company
         * @description Creates a company. The Public Object API shows the same record.
         *
         *     The key needs the scope `companies:write`.
         */
        post: operations["workspace-companies-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company
         * @description Returns one company of the workspace.
         *
         *     The key needs the scope `companies:read`.
         */
        get: operations["workspace-companies-read"];
        put?: never;
        post?: never;
        /**
         * Delete a company
         * @description Soft-deletes the company: requests no longer find it. It can be restored for 90 days.
         *
         *     The key needs the scope `companies:delete`.
         */
        delete: operations["workspace-companies-delete"];
        options?: never;
        head?: never;
        /**
         * Update a company
         * @description Changes the given fields. null clears a field.
         *
         *     The key needs the scope `companies:write`.
         */
        patch: operations["workspace-companies-update"];
        trace?: never;
    };
    "/v1/deals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deals
         * @description Oldest first. Follow `nextCursor` until it is null.
         *
         *     The key needs the scope `deals:read`.
         */
        get: operations["workspace-deals-list"];
        put?: never;
        /**
         * Create a deal
         * @description Creates a deal in the first stage of the default pipeline. An update moves it to another stage.
         *
         *     The key needs the scope `deals:write`.
         */
        post: operations["workspace-deals-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deals/{dealId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a deal
         * @description Returns one deal of the workspace.
         *
         *     The key needs the scope `deals:read`.
         */
        get: operations["workspace-deals-read"];
        put?: never;
        post?: never;
        /**
         * Delete a deal
         * @description Soft-deletes the deal: requests no longer find it. It can be restored for 90 days.
         *
         *     The key needs the scope `deals:delete`.
         */
        delete: operations["workspace-deals-delete"];
        options?: never;
        head?: never;
        /**
         * Update a deal
         * @description Changes the given fields. null clears a field.
         *
         *     The key needs the scope `deals:write`.
         */
        patch: operations["workspace-deals-update"];
        trace?: never;
    };
    "/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns every endpoint of the workspace, at most 20.
         *
         *     The key needs the scope `webhooks:read`.
         */
        get: operations["workspace-webhooks-endpoints-list"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Only this response shows the signing secret. A rotation returns a new one. The event types are `contact.created`, `contact.updated`, `contact.deleted`, `contact.restored`, `contact.merged`, `contact.unmerged`, `contact.erased`, `company.created`, `company.updated`, `company.deleted`, `company.restored`, `company.merged`, `company.unmerged`, `company.erased`, `deal.created`, `deal.updated`, `deal.deleted`, `deal.restored`, `deal.merged`, `deal.unmerged`, `deal.erased`, `ticket.created`, `ticket.updated`, `ticket.deleted`, `ticket.restored`, `ticket.merged`, `ticket.unmerged`, `ticket.erased`, `lead.created`, `lead.updated`, `lead.deleted`, `lead.restored`, `lead.merged`, `lead.unmerged`, `lead.erased`, `appointment.created`, `appointment.updated`, `appointment.deleted`, `appointment.restored`, `appointment.merged`, `appointment.unmerged`, `appointment.erased`, `deal.stage_changed`, `ticket.stage_changed`, `lead.stage_changed`, `appointment.stage_changed`, `association.created`, `association.deleted`, `schema.changed`, `template.status_changed`, `webhook.test`.
         *
         *     The key needs the scope `webhooks:write`.
         */
        post: operations["workspace-webhooks-endpoints-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Returns one endpoint. `disabledReason` says why it is disabled.
         *
         *     The key needs the scope `webhooks:read`.
         */
        get: operations["workspace-webhooks-endpoints-read"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint and fails its pending deliveries.
         *
         *     The key needs the scope `webhooks:write`.
         */
        delete: operations["workspace-webhooks-endpoints-delete"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the given fields. Disabling an endpoint fails its pending deliveries.
         *
         *     The key needs the scope `webhooks:write`.
         */
        patch: operations["workspace-webhooks-endpoints-update"];
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description For 24 hours, deliveries are signed with both the old and the new secret.
         *
         *     The key needs the scope `webhooks:write`.
         */
        post: operations["workspace-webhooks-endpoints-rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Delivers a `webhook.test` event only to this endpoint.
         *
         *     The key needs the scope `webhooks:write`.
         */
        post: operations["workspace-webhooks-endpoints-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of an endpoint
         * @description Lists the deliveries with their attempts, oldest first.
         *
         *     The key needs the scope `webhooks:read`.
         */
        get: operations["workspace-webhooks-deliveries-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay one delivery
         * @description Sends the delivery again, with the same webhook-id and the full number of attempts.
         *
         *     The key needs the scope `webhooks:write`.
         */
        post: operations["workspace-webhooks-deliveries-replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay every failed delivery since a time
         * @description Sends each failed delivery again with the same webhook-id. Returns their number.
         *
         *     The key needs the scope `webhooks:write`.
         */
        post: operations["workspace-webhooks-deliveries-replayFailed"];
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
        Contact: {
            /** @description Id of the contact, the same as in the Public Object API */
            id: string;
            /** @description Email address */
            email: string | null;
            /** @description First name */
            firstName: string | null;
            /** @description Last name */
            lastName: string | null;
            /** @description Lifecycle stage, used for segmentation */
            lifecycleStage: string | null;
        };
        Company: {
            /** @description Id of the company, the same as in the Public Object API */
            id: string;
            /** @description Name of the company */
            name: string | null;
            /** @description Domain of its website */
            domain: string | null;
            /** @description Address of its website */
            website: string | null;
            /** @description Lifecycle stage, used for segmentation */
            lifecycleStage: string | null;
        };
        Deal: {
            /** @description Id of the deal, the same as in the Public Object API */
            id: string;
            /** @description Name of the deal */
            name: string | null;
            /** @description Amount in the deal's currency */
            amount: number | null;
            /** @description ISO 4217 code */
            currency: string | null;
            /** @description Stage in its pipeline; a new deal starts in the first stage */
            stage: string | null;
            /** @description Ids of its companies, at most 1,000 */
            companyIds: string[];
        };
        WebhookEndpointWithSecret: {
            /** @description Id of the endpoint */
            id: string;
            /** @description Address that receives the events */
            url: string;
            /** @description Event types that it receives */
            events: string[];
            /**
             * @description `full` if events of records hold the whole record, `compact` if they hold less
             * @enum {string}
             */
            payload: "compact" | "full";
            /** @description Whether events are sent to it */
            enabled: boolean;
            /** @description Why it is disabled; null while it is enabled */
            disabledReason: string | null;
            /** @description Time since which every attempt has failed; null if the last attempt succeeded */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When it was registered
             * @example 2026-11-20T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-20T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Secret to verify signatures with; shown only in this response */
            signingSecret: string;
        };
        WebhookEndpoint: {
            /** @description Id of the endpoint */
            id: string;
            /** @description Address that receives the events */
            url: string;
            /** @description Event types that it receives */
            events: string[];
            /**
             * @description `full` if events of records hold the whole record, `compact` if they hold less
             * @enum {string}
             */
            payload: "compact" | "full";
            /** @description Whether events are sent to it */
            enabled: boolean;
            /** @description Why it is disabled; null while it is enabled */
            disabledReason: string | null;
            /** @description Time since which every attempt has failed; null if the last attempt succeeded */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When it was registered
             * @example 2026-11-20T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-20T09:30:00.000Z
             */
            updatedAt: string;
        };
        Delivery: {
            /** @description Id of the delivery */
            id: string;
            /** @description The webhook-id header of its requests */
            messageId: string;
            /**
             * @description Type of the event
             * @example contact.created
             */
            event: string;
            /**
             * @description State of the delivery
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Time of the next attempt; null if there will be none */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the delivery was created
             * @example 2026-11-20T09:30:00.000Z
             */
            createdAt: string;
            /** @description When the delivery ended; null while it is pending */
            finishedAt: string | null;
            /** @description Attempts, oldest first */
            attempts: {
                /**
                 * Format: date-time
                 * @description When the attempt started
                 * @example 2026-11-20T09:30:00.000Z
                 */
                at: string;
                /** @description HTTP status of the receiver's response; null if there was none */
                status: number | null;
                /** @description Why there was no complete response; null if there was one */
                error: string | null;
                /** @description Duration of the attempt in milliseconds */
                durationMs: number;
                /** @description First KiB of the response */
                response: string | null;
            }[];
        };
        Error: {
            /** @constant */
            status: "error";
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
                /** @description Live records that use the part to remove */
                records?: number;
                /** @description Deleted records that use it and can be restored */
                deleted?: number;
                /** @description Whether there may be more records than these counts */
                isMore?: boolean;
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
        /** @description `true` if the request was done before and this is its stored response */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "workspace-contacts-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only contacts with this email, for example `ada@example.com` */
                email?: string;
                /** @description Only contacts in this stage, for example `lead` */
                lifecycleStage?: string;
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
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "id": "42",
                     *           "email": "ada@example.com",
                     *           "firstName": "Ada",
                     *           "lastName": null,
                     *           "lifecycleStage": "customer"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        /** @description The records of this page */
                        data: components["schemas"]["Contact"][];
                        /** @description How to get the next page */
                        pagination: {
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope contacts:read, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-contacts-create": {
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
                 *       "email": "ada@example.com",
                 *       "firstName": "Ada",
                 *       "lifecycleStage": "lead"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Email address
                     * @example ada@example.com
                     */
                    email: string;
                    /**
                     * @description First name
                     * @example Ada
                     */
                    firstName?: string;
                    /**
                     * @description Last name
                     * @example Lovelace
                     */
                    lastName?: string;
                    /**
                     * @description Lifecycle stage, used for segmentation
                     * @example lead
                     */
                    lifecycleStage?: string;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": null,
                     *         "lifecycleStage": "lead"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Contact"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "email",
                     *           "code": "value_invalid",
                     *           "message": "\"email\" must be an email address, such as \"ada@example.com\", got \"ada\"."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope contacts:write, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-contacts-read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                contactId: string;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": null,
                     *         "lifecycleStage": "customer"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Contact"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "contactId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope contacts:read, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The contact with id 58 was erased. Its values are gone for good.",
                     *       "data": null,
                     *       "code": "ERASED",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-contacts-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                contactId: string;
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
                     *       "status": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "contactId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope contacts:delete, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The contact with id 58 was erased. Its values are gone for good.",
                     *       "data": null,
                     *       "code": "ERASED",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-contacts-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                contactId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lifecycleStage": "customer"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Email
                     * @example ada@example.com
                     */
                    email?: string | null;
                    /**
                     * @description First name
                     * @example Ada
                     */
                    firstName?: string | null;
                    /**
                     * @description Last name
                     * @example Lovelace
                     */
                    lastName?: string | null;
                    /**
                     * @description Lifecycle stage, used for segmentation
                     * @example lead
                     */
                    lifecycleStage?: string | null;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": null,
                     *         "lifecycleStage": "customer"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Contact"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "email",
                     *           "code": "value_invalid",
                     *           "message": "\"email\" must be an email address, such as \"ada@example.com\", got \"ada\"."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope contacts:write, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The contact with id 58 was erased. Its values are gone for good.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-contacts-upsert": {
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
                 *       "email": "ada@example.com",
                 *       "lifecycleStage": "customer"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Email address, which finds the contact
                     * @example ada@example.com
                     */
                    email: string;
                    /**
                     * @description First name
                     * @example Ada
                     */
                    firstName?: string | null;
                    /**
                     * @description Last name
                     * @example Lovelace
                     */
                    lastName?: string | null;
                    /**
                     * @description Lifecycle stage, used for segmentation
                     * @example lead
                     */
                    lifecycleStage?: string | null;
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "email": "ada@example.com",
                     *         "firstName": null,
                     *         "lastName": null,
                     *         "lifecycleStage": "customer"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Contact"];
                    };
                };
            };
            /** @description Created, because no record had the value */
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "email": "ada@example.com",
                     *         "firstName": null,
                     *         "lastName": null,
                     *         "lifecycleStage": "customer"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Contact"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "email",
                     *           "code": "value_invalid",
                     *           "message": "\"email\" must be an email address, such as \"ada@example.com\", got \"ada\"."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope contacts:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "The first request with this Idempotency-Key is still running. Send it again in a second.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-companies-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only companies with this domain, for example `engines.example` */
                domain?: string;
                /** @description Only companies in this stage, for example `customer` */
                lifecycleStage?: string;
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
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "id": "42",
                     *           "name": "Analytical Engines",
                     *           "domain": "engines.example",
                     *           "website": null,
                     *           "lifecycleStage": "customer"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        /** @description The records of this page */
                        data: components["schemas"]["Company"][];
                        /** @description How to get the next page */
                        pagination: {
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope companies:read, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-companies-create": {
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
                 *       "name": "Analytical Engines",
                 *       "domain": "engines.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the company
                     * @example Analytical Engines
                     */
                    name: string;
                    /**
                     * @description Domain of its website
                     * @example engines.example
                     */
                    domain?: string;
                    /**
                     * @description Address of its website
                     * @example https://engines.example
                     */
                    website?: string;
                    /**
                     * @description Lifecycle stage, used for segmentation
                     * @example customer
                     */
                    lifecycleStage?: string;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "name": "Analytical Engines",
                     *         "domain": "engines.example",
                     *         "website": null,
                     *         "lifecycleStage": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Company"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "website",
                     *           "code": "value_invalid",
                     *           "message": "\"website\" must be a web address, such as \"https://example.com\", got \"no address\"."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope companies:write, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-companies-read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                companyId: string;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "name": "Analytical Engines",
                     *         "domain": "engines.example",
                     *         "website": null,
                     *         "lifecycleStage": "customer"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Company"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "companyId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope companies:read, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The company with id 60 was erased. Its values are gone for good.",
                     *       "data": null,
                     *       "code": "ERASED",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-companies-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                companyId: string;
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
                     *       "status": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "companyId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope companies:delete, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The company with id 60 was erased. Its values are gone for good.",
                     *       "data": null,
                     *       "code": "ERASED",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-companies-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lifecycleStage": "customer"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name
                     * @example Analytical Engines
                     */
                    name?: string | null;
                    /**
                     * @description Domain of its website
                     * @example engines.example
                     */
                    domain?: string | null;
                    /**
                     * @description Address of its website
                     * @example https://engines.example
                     */
                    website?: string | null;
                    /**
                     * @description Lifecycle stage, used for segmentation
                     * @example customer
                     */
                    lifecycleStage?: string | null;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "name": "Analytical Engines",
                     *         "domain": "engines.example",
                     *         "website": null,
                     *         "lifecycleStage": "customer"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Company"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "website",
                     *           "code": "value_invalid",
                     *           "message": "\"website\" must be a web address, such as \"https://example.com\", got \"no address\"."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope companies:write, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The company with id 60 was erased. Its values are gone for good.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-deals-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only deals in this stage, for example `proposal` */
                stage?: string;
                /** @description Only deals in this pipeline, for example `default` */
                pipeline?: string;
                /** @description Only deals of the company with this id, for example `42` */
                companyId?: string;
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
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "id": "42",
                     *           "name": "Engine No. 2",
                     *           "amount": 12500,
                     *           "currency": "GBP",
                     *           "stage": "proposal",
                     *           "companyIds": []
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        /** @description The records of this page */
                        data: components["schemas"]["Deal"][];
                        /** @description How to get the next page */
                        pagination: {
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope deals:read, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-deals-create": {
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
                 *       "name": "Engine No. 2",
                 *       "amount": 12500,
                 *       "currency": "GBP"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the deal
                     * @example Engine No. 2
                     */
                    name: string;
                    /**
                     * @description Amount in the deal's currency
                     * @example 12500
                     */
                    amount: number;
                    /**
                     * @description ISO 4217 code
                     * @example GBP
                     */
                    currency: string;
                    /**
                     * @description Id of the deal's company
                     * @example 42
                     */
                    companyId?: string;
                    /**
                     * @description Ids of the deal's companies, at most 100
                     * @example [
                     *       "42"
                     *     ]
                     */
                    companyIds?: string[];
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "name": "Engine No. 2",
                     *         "amount": 12500,
                     *         "currency": "GBP",
                     *         "stage": "new",
                     *         "companyIds": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Deal"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "currency",
                     *           "code": "value_invalid",
                     *           "message": "\"currency\" must be an active ISO 4217 code in upper case, such as \"EUR\", got \"pounds\"."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope deals:write, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-deals-read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                dealId: string;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "name": "Engine No. 2",
                     *         "amount": 12500,
                     *         "currency": "GBP",
                     *         "stage": "proposal",
                     *         "companyIds": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Deal"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "dealId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope deals:read, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The deal with id 62 was erased. Its values are gone for good.",
                     *       "data": null,
                     *       "code": "ERASED",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-deals-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                dealId: string;
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
                     *       "status": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "dealId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope deals:delete, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The deal with id 62 was erased. Its values are gone for good.",
                     *       "data": null,
                     *       "code": "ERASED",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-deals-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                dealId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stage": "proposal"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name
                     * @example Engine No. 2
                     */
                    name?: string | null;
                    /** @description Amount in the deal's currency; null clears it */
                    amount?: number | null;
                    /**
                     * @description ISO 4217 code
                     * @example GBP
                     */
                    currency?: string | null;
                    /**
                     * @description Pipeline, by key, id or label
                     * @example default
                     */
                    pipeline?: string | null;
                    /**
                     * @description Stage, by key, id or label
                     * @example proposal
                     */
                    stage?: string | null;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "name": "Engine No. 2",
                     *         "amount": 12500,
                     *         "currency": "GBP",
                     *         "stage": "proposal",
                     *         "companyIds": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Deal"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "currency",
                     *           "code": "value_invalid",
                     *           "message": "\"currency\" must be an active ISO 4217 code in upper case, such as \"EUR\", got \"pounds\"."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope deals:write, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The deal with id 62 was erased. Its values are gone for good.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-endpoints-list": {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "id": "42",
                     *           "url": "https://example.com/hooks",
                     *           "events": [
                     *             "contact.created",
                     *             "deal.*"
                     *           ],
                     *           "payload": "compact",
                     *           "enabled": true,
                     *           "disabledReason": null,
                     *           "failingSince": null,
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        /** @description All endpoints, oldest first */
                        data: components["schemas"]["WebhookEndpoint"][];
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:read, which this operation needs.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-endpoints-create": {
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
                 *       "url": "https://example.com/hooks",
                 *       "events": [
                 *         "contact.created",
                 *         "deal.*"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description HTTPS address that receives the events
                     * @example https://example.com/hooks
                     */
                    url: string;
                    /**
                     * @description Event types, such as `contact.created`; `contact.*` for all events of contacts, `*` for all events
                     * @example [
                     *       "contact.created"
                     *     ]
                     */
                    events: string[];
                    /**
                     * @description `full` for the whole record in events of records; needs the scope `crm.….read` of each of their types. `compact` by default
                     * @enum {string}
                     */
                    payload?: "compact" | "full";
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "url": "https://example.com/hooks",
                     *         "events": [
                     *           "contact.created",
                     *           "deal.*"
                     *         ],
                     *         "payload": "compact",
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "failingSince": null,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0a1b2c3d4e5="
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookEndpointWithSecret"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "events.0",
                     *           "code": "event_type_unknown",
                     *           "message": "\"contact.made\" is not an event type. Event types: *, contact.*, company.*, deal.*, ticket.*, lead.*, appointment.*, association.*, schema.*, template.*, webhook.*, contact.created, contact.updated, contact.deleted, contact.restored, contact.merged, contact.unmerged, contact.erased, company.created, company.updated, company.deleted, company.restored, company.merged, company.unmerged, company.erased, deal.created, deal.updated, deal.deleted, deal.restored, deal.merged, deal.unmerged, deal.erased, ticket.created, ticket.updated, ticket.deleted, ticket.restored, ticket.merged, ticket.unmerged, ticket.erased, lead.created, lead.updated, lead.deleted, lead.restored, lead.merged, lead.unmerged, lead.erased, appointment.created, appointment.updated, appointment.deleted, appointment.restored, appointment.merged, appointment.unmerged, appointment.erased, deal.stage_changed, ticket.stage_changed, lead.stage_changed, appointment.stage_changed, association.created, association.deleted, schema.changed, template.status_changed, webhook.test.",
                     *           "allowed": [
                     *             "*",
                     *             "contact.*",
                     *             "company.*",
                     *             "deal.*",
                     *             "ticket.*",
                     *             "lead.*",
                     *             "appointment.*",
                     *             "association.*",
                     *             "schema.*",
                     *             "template.*",
                     *             "webhook.*",
                     *             "contact.created",
                     *             "contact.updated",
                     *             "contact.deleted",
                     *             "contact.restored",
                     *             "contact.merged",
                     *             "contact.unmerged",
                     *             "contact.erased",
                     *             "company.created",
                     *             "company.updated",
                     *             "company.deleted",
                     *             "company.restored",
                     *             "company.merged",
                     *             "company.unmerged",
                     *             "company.erased",
                     *             "deal.created",
                     *             "deal.updated",
                     *             "deal.deleted",
                     *             "deal.restored",
                     *             "deal.merged",
                     *             "deal.unmerged",
                     *             "deal.erased",
                     *             "ticket.created",
                     *             "ticket.updated",
                     *             "ticket.deleted",
                     *             "ticket.restored",
                     *             "ticket.merged",
                     *             "ticket.unmerged",
                     *             "ticket.erased",
                     *             "lead.created",
                     *             "lead.updated",
                     *             "lead.deleted",
                     *             "lead.restored",
                     *             "lead.merged",
                     *             "lead.unmerged",
                     *             "lead.erased",
                     *             "appointment.created",
                     *             "appointment.updated",
                     *             "appointment.deleted",
                     *             "appointment.restored",
                     *             "appointment.merged",
                     *             "appointment.unmerged",
                     *             "appointment.erased",
                     *             "deal.stage_changed",
                     *             "ticket.stage_changed",
                     *             "lead.stage_changed",
                     *             "appointment.stage_changed",
                     *             "association.created",
                     *             "association.deleted",
                     *             "schema.changed",
                     *             "template.status_changed",
                     *             "webhook.test"
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "The first request with this Idempotency-Key is still running. Send it again in a second.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-endpoints-read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "url": "https://example.com/hooks",
                     *         "events": [
                     *           "contact.created",
                     *           "deal.*"
                     *         ],
                     *         "payload": "compact",
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "failingSince": null,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookEndpoint"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "endpointId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:read, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no webhook endpoint with id 42 in this workspace.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-endpoints-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
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
                     *       "status": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "endpointId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no webhook endpoint with id 42 in this workspace.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-endpoints-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description HTTPS address that receives the events
                     * @example https://example.com/hooks
                     */
                    url?: string;
                    /**
                     * @description Event types, such as `contact.created`; `contact.*` for all events of contacts, `*` for all events
                     * @example [
                     *       "contact.created"
                     *     ]
                     */
                    events?: string[];
                    /**
                     * @description `full` for the whole record in events of records; needs the scope `crm.….read` of each of their types. `compact` by default
                     * @enum {string}
                     */
                    payload?: "compact" | "full";
                    /** @description Whether events are sent to it */
                    enabled?: boolean;
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
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "url": "https://example.com/hooks",
                     *         "events": [
                     *           "contact.created",
                     *           "deal.*"
                     *         ],
                     *         "payload": "compact",
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "failingSince": null,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookEndpoint"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "events.0",
                     *           "code": "event_type_unknown",
                     *           "message": "\"contact.made\" is not an event type. Event types: *, contact.*, company.*, deal.*, ticket.*, lead.*, appointment.*, association.*, schema.*, template.*, webhook.*, contact.created, contact.updated, contact.deleted, contact.restored, contact.merged, contact.unmerged, contact.erased, company.created, company.updated, company.deleted, company.restored, company.merged, company.unmerged, company.erased, deal.created, deal.updated, deal.deleted, deal.restored, deal.merged, deal.unmerged, deal.erased, ticket.created, ticket.updated, ticket.deleted, ticket.restored, ticket.merged, ticket.unmerged, ticket.erased, lead.created, lead.updated, lead.deleted, lead.restored, lead.merged, lead.unmerged, lead.erased, appointment.created, appointment.updated, appointment.deleted, appointment.restored, appointment.merged, appointment.unmerged, appointment.erased, deal.stage_changed, ticket.stage_changed, lead.stage_changed, appointment.stage_changed, association.created, association.deleted, schema.changed, template.status_changed, webhook.test.",
                     *           "allowed": [
                     *             "*",
                     *             "contact.*",
                     *             "company.*",
                     *             "deal.*",
                     *             "ticket.*",
                     *             "lead.*",
                     *             "appointment.*",
                     *             "association.*",
                     *             "schema.*",
                     *             "template.*",
                     *             "webhook.*",
                     *             "contact.created",
                     *             "contact.updated",
                     *             "contact.deleted",
                     *             "contact.restored",
                     *             "contact.merged",
                     *             "contact.unmerged",
                     *             "contact.erased",
                     *             "company.created",
                     *             "company.updated",
                     *             "company.deleted",
                     *             "company.restored",
                     *             "company.merged",
                     *             "company.unmerged",
                     *             "company.erased",
                     *             "deal.created",
                     *             "deal.updated",
                     *             "deal.deleted",
                     *             "deal.restored",
                     *             "deal.merged",
                     *             "deal.unmerged",
                     *             "deal.erased",
                     *             "ticket.created",
                     *             "ticket.updated",
                     *             "ticket.deleted",
                     *             "ticket.restored",
                     *             "ticket.merged",
                     *             "ticket.unmerged",
                     *             "ticket.erased",
                     *             "lead.created",
                     *             "lead.updated",
                     *             "lead.deleted",
                     *             "lead.restored",
                     *             "lead.merged",
                     *             "lead.unmerged",
                     *             "lead.erased",
                     *             "appointment.created",
                     *             "appointment.updated",
                     *             "appointment.deleted",
                     *             "appointment.restored",
                     *             "appointment.merged",
                     *             "appointment.unmerged",
                     *             "appointment.erased",
                     *             "deal.stage_changed",
                     *             "ticket.stage_changed",
                     *             "lead.stage_changed",
                     *             "appointment.stage_changed",
                     *             "association.created",
                     *             "association.deleted",
                     *             "schema.changed",
                     *             "template.status_changed",
                     *             "webhook.test"
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no webhook endpoint with id 42 in this workspace.",
                     *       "data": null,
                     *       "code": "NOT_FOUND",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-endpoints-rotateSecret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": "42",
                     *         "url": "https://example.com/hooks",
                     *         "events": [
                     *           "contact.created",
                     *           "deal.*"
                     *         ],
                     *         "payload": "compact",
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "failingSince": null,
                     *         "createdAt": "2026-11-20T09:30:00.000Z",
                     *         "updatedAt": "2026-11-20T09:30:00.000Z",
                     *         "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0a1b2c3d4e5="
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookEndpointWithSecret"];
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "endpointId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no webhook endpoint with id 42 in this workspace.",
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
                     *       "status": "error",
                     *       "message": "The first request with this Idempotency-Key is still running. Send it again in a second.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-endpoints-test": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
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
                     *       "status": "success",
                     *       "data": {
                     *         "messageId": "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: {
                            /** @description The webhook-id header of the test event */
                            messageId: string;
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "endpointId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no webhook endpoint with id 42 in this workspace.",
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
                     *       "status": "error",
                     *       "message": "The endpoint is disabled. Enable it before you test it.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-deliveries-list": {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items to return
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only deliveries in this status */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
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
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "id": "42",
                     *           "messageId": "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj",
                     *           "event": "deal.created",
                     *           "status": "delivered",
                     *           "nextAttemptAt": null,
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "finishedAt": "2026-11-20T09:30:00.000Z",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-20T09:30:00.000Z",
                     *               "status": 204,
                     *               "error": null,
                     *               "durationMs": 48,
                     *               "response": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        /** @description The records of this page */
                        data: components["schemas"]["Delivery"][];
                        /** @description How to get the next page */
                        pagination: {
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "status",
                     *           "code": "value_not_allowed",
                     *           "message": "status must be pending, delivered or failed.",
                     *           "allowed": [
                     *             "pending",
                     *             "delivered",
                     *             "failed"
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:read, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no webhook endpoint with id 42 in this workspace.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-deliveries-replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
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
                     *       "status": "success",
                     *       "data": {
                     *         "replayed": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: {
                            /** @description Number of deliveries that will be sent again */
                            replayed: number;
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "deliveryId",
                     *           "code": "invalid_format",
                     *           "message": "An id must be a string of digits."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no delivery with id 42 of this endpoint.",
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
                     *       "status": "error",
                     *       "message": "The endpoint is disabled. Enable it before you replay its deliveries.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
    "workspace-webhooks-deliveries-replayFailed": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id, as returned by a creation or a list
                 * @example 42
                 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-20T09:30:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Only deliveries created at this time or later
                     * @example 2026-11-20T09:30:00Z
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
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
                     *       "status": "success",
                     *       "data": {
                     *         "replayed": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`; `error` in an error response
                         * @constant
                         */
                        status: "success";
                        data: {
                            /** @description Number of deliveries that will be sent again */
                            replayed: number;
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
                     *       "status": "error",
                     *       "message": "The request is invalid.",
                     *       "data": null,
                     *       "code": "INVALID_INPUT",
                     *       "issues": [
                     *         {
                     *           "path": "since",
                     *           "code": "invalid_format",
                     *           "message": "This must be a time such as 2026-11-20T09:30:00Z."
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
                     *       "status": "error",
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
                     *       "status": "error",
                     *       "message": "The credential lacks the scope webhooks:write, which this operation needs.",
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
                     *       "status": "error",
                     *       "message": "There is no webhook endpoint with id 42 in this workspace.",
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
                     *       "status": "error",
                     *       "message": "The endpoint is disabled. Enable it before you replay its deliveries.",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
                     *       "status": "error",
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
