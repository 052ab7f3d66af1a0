/* Written by `npm run client` from the OpenAPI document: not to be edited. */
export interface paths {
    "/placetype": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the place types
         * @description Needs any valid key.
         */
        get: operations["getPlacetype"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search places
         * @description Every searchable field is a filter of its own. Without `include`, deleted places and places that are not published now are left out.
         *
         *     Needs the permission `read`.
         */
        get: operations["getPlace"];
        /**
         * Create a place
         * @description Needs the permission `create`.
         */
        put: operations["putPlace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete what is being typed
         * @description Names of places, municipalities and owners that have words which begin with those of `q`, best first: the text itself, texts that begin so, the rest; the greatest count first. A third of the answer is kept for each type (municipality, owner, place) as far as it has as many. Where nothing fits, words of four letters and more may be mistyped once, of eight and more twice.
         *
         *     Needs the permission `read`.
         */
        get: operations["getPlaceSuggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/tiles/{z}/{x}/{y}.mvt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A vector tile of the places that a search finds
         * @description Takes what a search takes, so that the address of one can be used; `limit`, `offset`, `orderby`, `expand` and `facets` have no effect. The layer `places` has points with `id`, `name`, `type` and `state`; the layer `clusters` has points with `count`, exact, wherever more than a few places lie in an eighth of a tile. The extent is 4096.
         *
         *     Needs the permission `read`.
         */
        get: operations["getPlaceTilesByZByXByY"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one place
         * @description Deleted places are answered too, with `deleted`.
         *
         *     Needs the permission `read`.
         */
        get: operations["getPlaceById"];
        /**
         * Replace a place
         * @description What the body leaves out is gone; without `published` the place is a draft.
         *
         *     Needs the permission `update`.
         */
        put: operations["putPlaceById"];
        post?: never;
        /**
         * Delete a place
         * @description Its children are deleted too, unless childAction=disconnect.
         *
         *     Needs the permission `delete`.
         */
        delete: operations["deletePlaceById"];
        options?: never;
        head?: never;
        /**
         * Change some properties of a place
         * @description A JSON Merge Patch (RFC 7396): objects merge, null removes, lists are replaced. The answer has no body; its `Location` is the literal `place/<id>` of earlier versions, relative to the root of the interface.
         *
         *     Needs the permission `update`.
         */
        patch: operations["patchPlaceById"];
        trace?: never;
    };
    "/place/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted place
         * @description The children that were deleted together with it come back too.
         *
         *     Needs the permission `delete`.
         */
        post: operations["postPlaceByIdRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/{id}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a place and its history for good
         * @description A tombstone stays, so that those who follow the changes learn of it.
         *
         *     Needs the permission `admin`.
         */
        post: operations["postPlaceByIdPurge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one place by its slug
         * @description Needs the permission `read`.
         */
        get: operations["getPlaceBySlugBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/{id}/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The opening hours of a place, resolved
         * @description The spans of its openHours that touch the time from `from` to `to` (at most 100 days), as instants in the time zone of its coordinates: special days, summer time and nights are taken into account.
         *
         *     Needs the permission `read`.
         */
        get: operations["getPlaceByIdHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a place, newest first
         * @description Needs the permission `read`.
         */
        get: operations["getPlaceByIdRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/{id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The place as it was in a revision
         * @description Needs the permission `read`.
         */
        get: operations["getPlaceByIdRevisionsByRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has changed after a revision
         * @description The journal for those who keep a copy: places and directory entries, deletions and purges included. Ask again with `after` set to the `Revision` of the answer.
         *
         *     Needs the permission `read`.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List owners by name
         * @description Needs the permission `read`.
         */
        get: operations["getDirectoryOwners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/owners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one of the owners
         * @description Needs the permission `read`.
         */
        get: operations["getDirectoryOwnersById"];
        /**
         * Set one of the owners
         * @description A changed name reaches every place at once and leaves their `updated` alone. With `If-None-Match: *` only a new entry is taken.
         *
         *     Needs the permission `admin`.
         */
        put: operations["putDirectoryOwnersById"];
        post?: never;
        /**
         * Remove one of the owners
         * @description Places that refer to it keep its id.
         *
         *     Needs the permission `admin`.
         */
        delete: operations["deleteDirectoryOwnersById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories by name
         * @description Needs the permission `read`.
         */
        get: operations["getDirectoryCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one of the categories
         * @description Needs the permission `read`.
         */
        get: operations["getDirectoryCategoriesById"];
        /**
         * Set one of the categories
         * @description A changed name reaches every place at once and leaves their `updated` alone. With `If-None-Match: *` only a new entry is taken.
         *
         *     Needs the permission `admin`.
         */
        put: operations["putDirectoryCategoriesById"];
        post?: never;
        /**
         * Remove one of the categories
         * @description Places that refer to it keep its id.
         *
         *     Needs the permission `admin`.
         */
        delete: operations["deleteDirectoryCategoriesById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags by name
         * @description Needs the permission `read`.
         */
        get: operations["getDirectoryTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one of the tags
         * @description Needs the permission `read`.
         */
        get: operations["getDirectoryTagsById"];
        /**
         * Set one of the tags
         * @description A changed name reaches every place at once and leaves their `updated` alone. With `If-None-Match: *` only a new entry is taken.
         *
         *     Needs the permission `admin`.
         */
        put: operations["putDirectoryTagsById"];
        post?: never;
        /**
         * Remove one of the tags
         * @description Places that refer to it keep its id.
         *
         *     Needs the permission `admin`.
         */
        delete: operations["deleteDirectoryTagsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys
         * @description Never their secrets, which nobody has. A key from the configuration is not among them.
         *
         *     Needs the permission `admin`.
         */
        get: operations["getKeys"];
        put?: never;
        /**
         * Make a key
         * @description Needs the permission `admin`.
         */
        post: operations["postKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what the key of this call may do
         * @description Needs any valid key.
         */
        get: operations["getKeysSelf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Needs the permission `admin`.
         */
        delete: operations["deleteKeysById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a key a new secret
         * @description The former secret stops working at once; everything else stays.
         *
         *     Needs the permission `admin`.
         */
        post: operations["postKeysByIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import places and directory entries
         * @description NDJSON, a record a line of at most 1 MiB, gzipped or not: the body of a create with `key` and `parentKey`, or a directory entry with `kind`. What has been imported under the same key is updated; what is the same is left alone. One line is answered for each record while the import runs; a line that is refused does not stop the others.
         *
         *     Needs the permission `admin`.
         */
        post: operations["postImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that an import reads
         * @description Needs the permission `admin`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/geolocate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Derive geolocationInfo of every place anew
         * @description To be called after the boundary files have changed and the service was restarted with them, since it reads them at its start. Tells how far it is, a line at a time.
         *
         *     Needs the permission `admin`.
         */
        post: operations["postGeolocate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a backup to a file of the server
         * @description For the command line on the same machine: only the local secret of the data folder may name files. Use GET /export from elsewhere.
         */
        post: operations["postBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus
         * @description Needs any valid key.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process answers
         * @description Open to all.
         */
        get: operations["getHealthLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service is ready to be asked
         * @description While the database takes no writes, everything can be read all the same, and this says so.
         *
         *     Open to all.
         */
        get: operations["getHealthReady"];
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
        /** Place */
        Place: {
            /**
             * Format: uuid
             * @description Id, a UUIDv7.
             */
            readonly id: string;
            /** @description The parent place; empty when there is none. */
            parent: {
                /**
                 * Format: uuid
                 * @description Id of the parent place.
                 */
                id?: string;
                /** @description Name of the parent place. */
                readonly name?: string;
            };
            /** @description Name of the place. */
            name: string;
            /** @description Unique name for links; changes when the name changes. */
            readonly slug: string;
            /** @description Short text without formatting; the name stands in. */
            shortDescription: string;
            /** @description Longer text, Markdown. */
            longDescription?: string;
            /**
             * Format: date-time
             * @description When the place was created.
             */
            readonly created: string;
            /** @description Who created it. */
            readonly createdBy?: string;
            /**
             * Format: date-time
             * @description When the place was last changed.
             */
            readonly updated: string;
            /** @description Who changed it last; required on every write. */
            updatedBy?: string;
            /**
             * Format: date-time
             * @description From when the place is public.
             */
            published?: string;
            /** @description Who published it. */
            readonly publishedBy?: string;
            /**
             * Format: date-time
             * @description From when the place is no longer public.
             */
            depublished?: string;
            /** @description Who unpublished it. */
            readonly depublishedBy?: string;
            /**
             * Format: date-time
             * @description When the place was deleted.
             */
            readonly deleted?: string;
            /** @description Who deleted it. */
            readonly deletedBy?: string;
            /** @description Where the place is: a GeoJSON Feature with a Point (RFC 7946). */
            geolocation: {
                /** @constant */
                type: "Feature";
                geometry: {
                    /** @constant */
                    type: "Point";
                    /** @description [longitude, latitude] in degrees, WGS84. */
                    coordinates: number[];
                };
                properties?: {
                    [key: string]: unknown;
                };
            };
            /** @description Derived from the coordinates at each update. */
            readonly geolocationInfo?: {
                /** @description County, municipality and parish code. */
                lkf?: string;
                /** @description County. */
                county?: string;
                /** @description Municipality. */
                municipality?: string;
                /** @description Practically always empty. */
                city?: string;
                /** @description Practically always empty. */
                localArea?: string;
                /** @description ISO 3166-1 alpha-2 code. */
                country?: string;
            };
            /** @description The unit that the place belongs to. */
            owner: {
                /** @description Id of the owning unit. */
                id: string;
                /** @description Name of the owning unit; the directory wins. In a search only with expand=owner. */
                name?: string;
                /** @description Type of organisational unit, or Projekt. */
                type: string;
            };
            /** @description How to reach the place. */
            contactInfo?: {
                /** @description Obsolete; use visitingInfo. */
                address?: string;
                /** @description Obsolete; use visitingInfo. */
                postalCode?: string;
                /** @description Obsolete; use visitingInfo. */
                city?: string;
                /** @description Obsolete; use visitingInfo. */
                visitingAddress?: string;
                /** @description A telephone number in three parts. */
                phone?: {
                    /** @description Country calling code, such as 46. */
                    CountryCode?: number;
                    /** @description Area code without its leading zero. */
                    AreaCode?: number;
                    /** @description Subscriber number. */
                    Number?: number;
                };
                /** @description Contact e-mail. */
                email?: string;
                /** @description Address of a contact page. */
                url?: string;
                /** @description Fill what is empty here from the owner at the moment of the request; never stored (D48). */
                fetchAutomatically?: boolean;
            };
            /** @description Where to go. */
            visitingInfo?: {
                /** @description Street address. */
                address?: string;
                /** @description Postal code. */
                postalCode?: string;
                /** @description Postal town. */
                city?: string;
                /** @description Directions or another description. */
                description?: string;
            };
            /** @description Opening hours by period. */
            openHours?: {
                /**
                 * Format: date
                 * @description First day of validity; may be missing on the first entry.
                 */
                validFrom?: string;
                /**
                 * Format: date
                 * @description Last day of validity, inclusive; may be missing on the last entry.
                 */
                validTo?: string;
                /** @description The week; a missing day is closed. */
                days?: {
                    /** @description Open spans of Monday; an empty list says closed. */
                    mo?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[];
                    /** @description Open spans of Tuesday; an empty list says closed. */
                    tu?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[];
                    /** @description Open spans of Wednesday; an empty list says closed. */
                    we?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[];
                    /** @description Open spans of Thursday; an empty list says closed. */
                    th?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[];
                    /** @description Open spans of Friday; an empty list says closed. */
                    fr?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[];
                    /** @description Open spans of Saturday; an empty list says closed. */
                    sa?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[];
                    /** @description Open spans of Sunday; an empty list says closed. */
                    su?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[];
                };
            }[];
            /** @description Facilities. */
            placeDetails?: {
                /** @description Free text: wifi, café, parking. */
                info?: string;
                /** @description Has a toilet. */
                hasToilet?: boolean;
                /** @description Has wifi. */
                hasWifi?: boolean;
                /** @description Has a café. */
                hasCafe?: boolean;
                /** @description Has a charging station. */
                hasChargingStation?: boolean;
                /** @description Has parking. */
                hasParking?: boolean;
                /** @description How accessible the place is. */
                accessibility?: {
                    /** @description Free text on accessibility. */
                    info?: string;
                    /** @description The toilet is accessible. */
                    toiletAccessible?: boolean;
                    /** @description The soap of the toilet is non-allergenic. */
                    toiletSoapNonAllergenic?: boolean;
                    /** @description Has a hearing loop. */
                    hasHearingLoop?: boolean;
                    /** @description Has a ramp. */
                    hasRamp?: boolean;
                };
            };
            /** @description Shared subject areas. */
            categories?: {
                /**
                 * Format: uuid
                 * @description Id of the category.
                 */
                id: string;
                /** @description Name of the category. */
                readonly name?: string;
            }[];
            /** @description Local subject areas. */
            tags?: {
                /**
                 * Format: uuid
                 * @description Id of the tag.
                 */
                id: string;
                /** @description Name of the tag. */
                readonly name?: string;
            }[];
            /** @description Media of the place. */
            media?: {
                /** @description Sounds. */
                audio?: {
                    /** @description Keywords. */
                    tags?: string[];
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string;
                    /** @description Id at the provider. */
                    providerRef?: string;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string;
                }[];
                /** @description Films. */
                video?: {
                    /** @description Keywords. */
                    tags?: string[];
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string;
                    /** @description Id at the provider. */
                    providerRef?: string;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string;
                    /** @description An external video type. */
                    descriptionType?: string;
                }[];
                /** @description Pictures. */
                images?: {
                    /** @description Keywords. */
                    tags?: string[];
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string;
                    /** @description Id at the provider. */
                    providerRef?: string;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string;
                    /** @description Text for those who do not see the picture. */
                    alternateDescription?: string;
                }[];
                /** @description Links. */
                links?: {
                    /** @description Keywords. */
                    tags?: string[];
                    /** @description Target. */
                    url?: string;
                    /** @description Title. */
                    title?: string;
                    /** @description Address of a QR image for the link. */
                    qr?: string;
                }[];
            };
            /** @description Exactly one member, the type (D10, D12). */
            placeTypes: {
                /** @description Any object is kept. */
                churchAndChapel?: {
                    [key: string]: unknown;
                };
                /** @description Any object is kept. */
                parishHome?: {
                    [key: string]: unknown;
                };
                /** @description Any object is kept. */
                secretariat?: {
                    [key: string]: unknown;
                };
                /** @description Any object is kept. */
                cemetery?: {
                    [key: string]: unknown;
                };
                /** @description Any object is kept. */
                external?: {
                    [key: string]: unknown;
                };
                pollingStation?: {
                    /** @description Whether the station can print duplicate voting cards. */
                    canPrintDubblettrostkort?: boolean;
                };
                mainPollingStation?: {
                    /** @description Whether the station can print duplicate voting cards. */
                    canPrintDubblettrostkort?: boolean;
                };
                /** @description Any object is kept. */
                partial?: {
                    [key: string]: unknown;
                };
            };
            /** @description Metres from nearby; only with expand=distance. */
            distance?: number;
        };
        /**
         * PlaceBody
         * @description With `allowOverposting=true` other members may be sent besides, at any depth; they are ignored.
         */
        PlaceBody: {
            /** @description The parent place; empty when there is none. */
            parent?: {
                /** @description Id of the parent place. */
                id?: ((string | unknown | unknown) | null) | unknown | unknown;
            } | null;
            /** @description Name of the place. */
            name: string;
            /** @description Short text without formatting; the name stands in. */
            shortDescription?: string | null;
            /** @description Longer text, Markdown. */
            longDescription?: string | null;
            /** @description Who changed it last; required on every write. */
            updatedBy: string;
            /** @description From when the place is public. A date, or a date and time with its offset. */
            published?: string | null;
            /** @description From when the place is no longer public. A date, or a date and time with its offset. */
            depublished?: string | null;
            /** @description Where the place is: a GeoJSON Feature with a Point (RFC 7946). */
            geolocation: {
                /** @constant */
                type: "Feature";
                geometry: {
                    /** @constant */
                    type: "Point";
                    /** @description [longitude, latitude] in degrees, WGS84. */
                    coordinates: [
                        number,
                        number
                    ];
                };
                properties?: {
                    [key: string]: unknown;
                } | null;
            };
            /** @description The unit that the place belongs to. */
            owner: {
                /** @description Id of the owning unit. */
                id: string;
                /** @description Name of the owning unit; the directory wins. */
                name?: string | null;
                /** @description Type of organisational unit, or Projekt. */
                type: string;
            };
            /** @description How to reach the place. */
            contactInfo?: {
                /** @description Obsolete; use visitingInfo. */
                address?: string | null;
                /** @description Obsolete; use visitingInfo. */
                postalCode?: string | null;
                /** @description Obsolete; use visitingInfo. */
                city?: string | null;
                /** @description Obsolete; use visitingInfo. */
                visitingAddress?: string | null;
                /** @description A telephone number in three parts. */
                phone?: {
                    /** @description Country calling code, such as 46. */
                    CountryCode?: number | null;
                    /** @description Area code without its leading zero. */
                    AreaCode?: number | null;
                    /** @description Subscriber number. */
                    Number?: number | null;
                } | null;
                /** @description Contact e-mail. */
                email?: string | null;
                /** @description Address of a contact page. */
                url?: string | null;
                /** @description Fill what is empty here from the owner at the moment of the request; never stored (D48). */
                fetchAutomatically?: boolean | null;
            } | null;
            /** @description Where to go. */
            visitingInfo?: {
                /** @description Street address. */
                address?: string | null;
                /** @description Postal code. */
                postalCode?: string | null;
                /** @description Postal town. */
                city?: string | null;
                /** @description Directions or another description. */
                description?: string | null;
            } | null;
            /** @description Opening hours by period. */
            openHours?: {
                /** @description First day of validity; may be missing on the first entry. */
                validFrom?: ((string | unknown | unknown) | null) | unknown | unknown;
                /** @description Last day of validity, inclusive; may be missing on the last entry. */
                validTo?: ((string | unknown | unknown) | null) | unknown | unknown;
                /** @description The week; a missing day is closed. */
                days?: {
                    /** @description Open spans of Monday; an empty list says closed. */
                    mo?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Tuesday; an empty list says closed. */
                    tu?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Wednesday; an empty list says closed. */
                    we?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Thursday; an empty list says closed. */
                    th?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Friday; an empty list says closed. */
                    fr?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Saturday; an empty list says closed. */
                    sa?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Sunday; an empty list says closed. */
                    su?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                } | null;
            }[] | null;
            /** @description Facilities. */
            placeDetails?: {
                /** @description Free text: wifi, café, parking. */
                info?: string | null;
                /** @description Has a toilet. */
                hasToilet?: boolean | null;
                /** @description Has wifi. */
                hasWifi?: boolean | null;
                /** @description Has a café. */
                hasCafe?: boolean | null;
                /** @description Has a charging station. */
                hasChargingStation?: boolean | null;
                /** @description Has parking. */
                hasParking?: boolean | null;
                /** @description How accessible the place is. */
                accessibility?: {
                    /** @description Free text on accessibility. */
                    info?: string | null;
                    /** @description The toilet is accessible. */
                    toiletAccessible?: boolean | null;
                    /** @description The soap of the toilet is non-allergenic. */
                    toiletSoapNonAllergenic?: boolean | null;
                    /** @description Has a hearing loop. */
                    hasHearingLoop?: boolean | null;
                    /** @description Has a ramp. */
                    hasRamp?: boolean | null;
                } | null;
            } | null;
            /** @description Shared subject areas. */
            categories?: {
                /**
                 * Format: uuid
                 * @description Id of the category.
                 */
                id: string;
            }[] | null;
            /** @description Local subject areas. */
            tags?: {
                /**
                 * Format: uuid
                 * @description Id of the tag.
                 */
                id: string;
            }[] | null;
            /** @description Media of the place. */
            media?: {
                /** @description Sounds. */
                audio?: ({
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string | null;
                    /** @description Id at the provider. */
                    providerRef?: string | null;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string | null;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string | null;
                } | unknown | unknown)[] | null;
                /** @description Films. */
                video?: ({
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string | null;
                    /** @description Id at the provider. */
                    providerRef?: string | null;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string | null;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string | null;
                    /** @description An external video type. */
                    descriptionType?: string | null;
                } | unknown | unknown)[] | null;
                /** @description Pictures. */
                images?: ({
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string | null;
                    /** @description Id at the provider. */
                    providerRef?: string | null;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string | null;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string | null;
                    /** @description Text for those who do not see the picture. */
                    alternateDescription?: string | null;
                } | unknown | unknown)[] | null;
                /** @description Links. */
                links?: {
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Target. */
                    url?: string | null;
                    /** @description Title. */
                    title?: string | null;
                    /** @description Address of a QR image for the link. */
                    qr?: string | null;
                }[] | null;
            } | null;
            /** @description Exactly one member, the type (D10, D12). */
            placeTypes?: {
                /** @description Any object is kept. */
                churchAndChapel?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                parishHome?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                secretariat?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                cemetery?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                external?: {
                    [key: string]: unknown;
                } | null;
                pollingStation?: {
                    /** @description Whether the station can print duplicate voting cards. */
                    canPrintDubblettrostkort?: boolean | null;
                } | null;
                mainPollingStation?: {
                    /** @description Whether the station can print duplicate voting cards. */
                    canPrintDubblettrostkort?: boolean | null;
                } | null;
                /** @description Any object is kept. */
                partial?: {
                    [key: string]: unknown;
                } | null;
            } | null;
        };
        /**
         * PlacePatch
         * @description With `allowOverposting=true` other members may be sent besides, at any depth; they are ignored.
         */
        PlacePatch: {
            /** @description The parent place; empty when there is none. */
            parent?: {
                /** @description Id of the parent place. */
                id?: ((string | unknown | unknown) | null) | unknown | unknown;
            } | null;
            /** @description Name of the place. */
            name?: string;
            /** @description Short text without formatting; the name stands in. */
            shortDescription?: string | null;
            /** @description Longer text, Markdown. */
            longDescription?: string | null;
            /** @description Who changed it last; required on every write. */
            updatedBy: string;
            /** @description From when the place is public. A date, or a date and time with its offset. */
            published?: string | null;
            /** @description From when the place is no longer public. A date, or a date and time with its offset. */
            depublished?: string | null;
            /** @description Where the place is: a GeoJSON Feature with a Point (RFC 7946). */
            geolocation?: {
                type?: "Feature" | null;
                geometry?: {
                    type?: "Point" | null;
                    /** @description [longitude, latitude] in degrees, WGS84. */
                    coordinates?: [
                        number,
                        number
                    ] | null;
                } | null;
                properties?: {
                    [key: string]: unknown;
                } | null;
            } | null;
            /** @description The unit that the place belongs to. */
            owner?: {
                /** @description Id of the owning unit. */
                id?: string | null;
                /** @description Name of the owning unit; the directory wins. */
                name?: string | null;
                /** @description Type of organisational unit, or Projekt. */
                type?: string | null;
            } | null;
            /** @description How to reach the place. */
            contactInfo?: {
                /** @description Obsolete; use visitingInfo. */
                address?: string | null;
                /** @description Obsolete; use visitingInfo. */
                postalCode?: string | null;
                /** @description Obsolete; use visitingInfo. */
                city?: string | null;
                /** @description Obsolete; use visitingInfo. */
                visitingAddress?: string | null;
                /** @description A telephone number in three parts. */
                phone?: {
                    /** @description Country calling code, such as 46. */
                    CountryCode?: number | null;
                    /** @description Area code without its leading zero. */
                    AreaCode?: number | null;
                    /** @description Subscriber number. */
                    Number?: number | null;
                } | null;
                /** @description Contact e-mail. */
                email?: string | null;
                /** @description Address of a contact page. */
                url?: string | null;
                /** @description Fill what is empty here from the owner at the moment of the request; never stored (D48). */
                fetchAutomatically?: boolean | null;
            } | null;
            /** @description Where to go. */
            visitingInfo?: {
                /** @description Street address. */
                address?: string | null;
                /** @description Postal code. */
                postalCode?: string | null;
                /** @description Postal town. */
                city?: string | null;
                /** @description Directions or another description. */
                description?: string | null;
            } | null;
            /** @description Opening hours by period. */
            openHours?: {
                /** @description First day of validity; may be missing on the first entry. */
                validFrom?: ((string | unknown | unknown) | null) | unknown | unknown;
                /** @description Last day of validity, inclusive; may be missing on the last entry. */
                validTo?: ((string | unknown | unknown) | null) | unknown | unknown;
                /** @description The week; a missing day is closed. */
                days?: {
                    /** @description Open spans of Monday; an empty list says closed. */
                    mo?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Tuesday; an empty list says closed. */
                    tu?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Wednesday; an empty list says closed. */
                    we?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Thursday; an empty list says closed. */
                    th?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Friday; an empty list says closed. */
                    fr?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Saturday; an empty list says closed. */
                    sa?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                    /** @description Open spans of Sunday; an empty list says closed. */
                    su?: {
                        /**
                         * @description Opening time.
                         * @example 09:30
                         */
                        from: string;
                        /**
                         * @description Closing time; at or before the opening time it is past midnight.
                         * @example 17:00
                         * @example 24:00
                         */
                        to: string;
                    }[] | null;
                } | null;
            }[] | null;
            /** @description Facilities. */
            placeDetails?: {
                /** @description Free text: wifi, café, parking. */
                info?: string | null;
                /** @description Has a toilet. */
                hasToilet?: boolean | null;
                /** @description Has wifi. */
                hasWifi?: boolean | null;
                /** @description Has a café. */
                hasCafe?: boolean | null;
                /** @description Has a charging station. */
                hasChargingStation?: boolean | null;
                /** @description Has parking. */
                hasParking?: boolean | null;
                /** @description How accessible the place is. */
                accessibility?: {
                    /** @description Free text on accessibility. */
                    info?: string | null;
                    /** @description The toilet is accessible. */
                    toiletAccessible?: boolean | null;
                    /** @description The soap of the toilet is non-allergenic. */
                    toiletSoapNonAllergenic?: boolean | null;
                    /** @description Has a hearing loop. */
                    hasHearingLoop?: boolean | null;
                    /** @description Has a ramp. */
                    hasRamp?: boolean | null;
                } | null;
            } | null;
            /** @description Shared subject areas. */
            categories?: {
                /**
                 * Format: uuid
                 * @description Id of the category.
                 */
                id: string;
            }[] | null;
            /** @description Local subject areas. */
            tags?: {
                /**
                 * Format: uuid
                 * @description Id of the tag.
                 */
                id: string;
            }[] | null;
            /** @description Media of the place. */
            media?: {
                /** @description Sounds. */
                audio?: ({
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string | null;
                    /** @description Id at the provider. */
                    providerRef?: string | null;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string | null;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string | null;
                } | unknown | unknown)[] | null;
                /** @description Films. */
                video?: ({
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string | null;
                    /** @description Id at the provider. */
                    providerRef?: string | null;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string | null;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string | null;
                    /** @description An external video type. */
                    descriptionType?: string | null;
                } | unknown | unknown)[] | null;
                /** @description Pictures. */
                images?: ({
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Address of the medium; required unless provider and providerRef are given. */
                    url?: string | null;
                    /** @description Id at the provider. */
                    providerRef?: string | null;
                    /** @description Name of the provider, known to producers and consumers. */
                    provider?: string | null;
                    /** @description Title. */
                    title: string;
                    /** @description Description. */
                    description?: string | null;
                    /** @description Text for those who do not see the picture. */
                    alternateDescription?: string | null;
                } | unknown | unknown)[] | null;
                /** @description Links. */
                links?: {
                    /** @description Keywords. */
                    tags?: string[] | null;
                    /** @description Target. */
                    url?: string | null;
                    /** @description Title. */
                    title?: string | null;
                    /** @description Address of a QR image for the link. */
                    qr?: string | null;
                }[] | null;
            } | null;
            /** @description Exactly one member, the type (D10, D12). */
            placeTypes?: {
                /** @description Any object is kept. */
                churchAndChapel?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                parishHome?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                secretariat?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                cemetery?: {
                    [key: string]: unknown;
                } | null;
                /** @description Any object is kept. */
                external?: {
                    [key: string]: unknown;
                } | null;
                pollingStation?: {
                    /** @description Whether the station can print duplicate voting cards. */
                    canPrintDubblettrostkort?: boolean | null;
                } | null;
                mainPollingStation?: {
                    /** @description Whether the station can print duplicate voting cards. */
                    canPrintDubblettrostkort?: boolean | null;
                } | null;
                /** @description Any object is kept. */
                partial?: {
                    [key: string]: unknown;
                } | null;
            } | null;
        };
        PlacePage: {
            /** @description All there are. */
            TotalHits: number;
            Results: components["schemas"]["Place"][];
            /** @description Only with facets: for each its most frequent values among all matches, the greatest count first. */
            Facets?: {
                [key: string]: {
                    /** @description As the first match writes it; a filter takes it in any case of letters. */
                    value: string | number | boolean;
                    /** @description Name of the owner, category or tag, where it is known. */
                    name?: string;
                    /** @description Matches that have the value. */
                    count: number;
                }[];
            };
        };
        DirectoryEntry: {
            id: string;
            name: string;
            /** @description Type of an owner. */
            type?: string;
            /** @description How to reach the place. */
            contactInfo?: {
                /** @description Obsolete; use visitingInfo. */
                address?: string;
                /** @description Obsolete; use visitingInfo. */
                postalCode?: string;
                /** @description Obsolete; use visitingInfo. */
                city?: string;
                /** @description Obsolete; use visitingInfo. */
                visitingAddress?: string;
                /** @description A telephone number in three parts. */
                phone?: {
                    /** @description Country calling code, such as 46. */
                    CountryCode?: number;
                    /** @description Area code without its leading zero. */
                    AreaCode?: number;
                    /** @description Subscriber number. */
                    Number?: number;
                };
                /** @description Contact e-mail. */
                email?: string;
                /** @description Address of a contact page. */
                url?: string;
                /** @description Fill what is empty here from the owner at the moment of the request; never stored (D48). */
                fetchAutomatically?: boolean;
            };
        };
        Fault: {
            /** @description Where in the body (RFC 6901). */
            pointer: string;
            /** @description What is wrong and what would be right. */
            detail: string;
        };
        /** @description RFC 9457. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Leads to the explanation of the error.
             */
            type: string;
            title: string;
            status: number;
            /** @description What is wrong, which value, what would be right. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            errors?: components["schemas"]["Fault"][];
        };
    };
    responses: {
        /** @description A query parameter is wrong */
        "invalid-parameter": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The head of the request is too large */
        "head-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An internal failure */
        internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot do this now */
        unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A valid API key is needed */
        unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key lacks a permission */
        forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such thing, or no longer */
        "not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The type of the body is not supported */
        "unsupported-media-type": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large */
        "body-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request came too slowly */
        "request-timeout": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The present state does not allow this */
        conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What is stored is not what the request expects */
        "precondition-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Tag of what is answered, for If-None-Match and If-Match. */
        ETag: string;
        /** @description Where it is. */
        Location: string;
        /** @description Id of the request in the log. */
        "X-Request-Id": string;
        /** @description The revision of the journal that the answer has seen; where several copies serve one database. */
        "Gazetteer-Revision": number;
        /** @description Milliseconds of each step. */
        "Server-Timing": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPlacetype: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names of the place types. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "ChurchAndChapel",
                     *       "ParishHome",
                     *       "Secretariat",
                     *       "Cemetery",
                     *       "External",
                     *       "PollingStation",
                     *       "MainPollingStation",
                     *       "Partial"
                     *     ]
                     */
                    "application/json": ("ChurchAndChapel" | "ParishHome" | "Secretariat" | "Cemetery" | "External" | "PollingStation" | "MainPollingStation" | "Partial")[];
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlace: {
        parameters: {
            query?: {
                /** @description Places skipped. Example: `100`. */
                offset?: number;
                /** @description Places returned; 100 when absent (10 with test=true), 0 for TotalHits alone. Example: `20`. */
                limit?: number;
                /** @description Searchable single-valued fields, distance or relevance, in order of precedence; a - behind a name makes it descending. Example: `owner_name,created-`. */
                orderby?: string[];
                /** @description Full text: every term, between spaces, must begin a word somewhere in the place. Example: `sankt kyrka`. */
                q?: string;
                /** @description Place types; * for all. Without it, all but Partial. Example: `Cemetery,ParishHome`. */
                is?: ("*" | "ChurchAndChapel" | "ParishHome" | "Secretariat" | "Cemetery" | "External" | "PollingStation" | "MainPollingStation" | "Partial")[];
                /** @description `longitude,latitude`: orders by distance from there, and with nearbyRadius filters. Example: `17.6389,59.8586`. */
                nearby?: string;
                /** @description Radius in metres; used with nearby. Example: `5000`. */
                nearbyRadius?: string;
                /** @description `west,south,east,north`: only places in this box; west > east crosses the antimeridian. Example: `17.4,59.7,17.9,60`. */
                bbox?: string;
                /** @description Only places that are open then by their openHours, in the time zone of their coordinates: `now`, or a date and time with its offset. Places without hours never are. Example: `now`. */
                openAt?: string;
                /** @description Also return deleted places, and places that are not published now. Example: `non-published`. */
                include?: ("deleted" | "non-published")[];
                /** @description Write the names of owner, categories and tags, and with nearby the distance in metres. Example: `owner,tags`. */
                expand?: ("owner" | "categories" | "tags" | "distance")[];
                /** @description Adds `Facets`: the 20 most frequent values among all matches, with their counts, of each of up to 20 fields, of `is` (the place type) and of `state`. Example: `is,owner_id,geolocationinfo_municipality`. */
                facets?: string[];
                /** @description Answer sample places with every field filled. Example: `true`. */
                test?: boolean;
                /** @description Id, a UUIDv7. Filter: ids separated by commas; several separated by commas, any may match. Example: `01890a5d-ac96-774b-bcce-b302099a8057`. */
                id?: string;
                /** @description Id of the parent place. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `01890a5d-ac96-774b-bcce-b302099a8057`. */
                parent_id?: string;
                /** @description Name of the parent place. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                parent_name?: string;
                /** @description Name of the place. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                name?: string;
                /** @description Unique name for links; changes when the name changes. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `uppsala-pastorat-sankt-olofs-kyrka`. */
                slug?: string;
                /** @description Short text without formatting; the name stands in. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                shortdescription?: string;
                /** @description Longer text, Markdown. Filter: `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~tillgänglig !trappa`. */
                longdescription?: string;
                /** @description When the place was created. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                created?: string;
                /** @description Who created it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                createdby?: string;
                /** @description When the place was last changed. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                updated?: string;
                /** @description Who changed it last; required on every write. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                updatedby?: string;
                /** @description From when the place is public. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                published?: string;
                /** @description Who published it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                publishedby?: string;
                /** @description From when the place is no longer public. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                depublished?: string;
                /** @description Who unpublished it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                depublishedby?: string;
                /** @description When the place was deleted. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                deleted?: string;
                /** @description Who deleted it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                deletedby?: string;
                /** @description County, municipality and parish code. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_lkf?: string;
                /** @description County. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_county?: string;
                /** @description Municipality. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_municipality?: string;
                /** @description Practically always empty. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_city?: string;
                /** @description Practically always empty. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_localarea?: string;
                /** @description ISO 3166-1 alpha-2 code. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `SE,NO`. */
                geolocationinfo_country?: string;
                /** @description Id of the owning unit. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `unit-17,unit-18`. */
                owner_id?: string;
                /** @description Name of the owning unit; the directory wins. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                owner_name?: string;
                /** @description Type of organisational unit, or Projekt. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `Pastorat`. */
                owner_type?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_address?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_postalcode?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_city?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_visitingaddress?: string;
                /** @description Country calling code, such as 46. Filter: `number`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `46`. */
                contactinfo_phone_countrycode?: string;
                /** @description Area code without its leading zero. Filter: `number`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `12`. */
                contactinfo_phone_areacode?: string;
                /** @description Subscriber number. Filter: `number`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `12`. */
                contactinfo_phone_number?: string;
                /** @description Contact e-mail. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_email?: string;
                /** @description Address of a contact page. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_url?: string;
                /** @description Fill what is empty here from the owner at the moment of the request; never stored (D48). Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                contactinfo_fetchautomatically?: string;
                /** @description Street address. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_address?: string;
                /** @description Postal code. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_postalcode?: string;
                /** @description Postal town. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_city?: string;
                /** @description Directions or another description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_description?: string;
                /** @description First day of validity; may be missing on the first entry. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `^2026-`. */
                openhours_validfrom?: string;
                /** @description Last day of validity, inclusive; may be missing on the last entry. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `^2026-`. */
                openhours_validto?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_mo_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_mo_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_tu_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_tu_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_we_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_we_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_th_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_th_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_fr_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_fr_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_sa_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_sa_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_su_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_su_to?: string;
                /** @description Free text: wifi, café, parking. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                placedetails_info?: string;
                /** @description Has a toilet. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_hastoilet?: string;
                /** @description Has wifi. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_haswifi?: string;
                /** @description Has a café. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_hascafe?: string;
                /** @description Has a charging station. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_haschargingstation?: string;
                /** @description Has parking. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_hasparking?: string;
                /** @description Free text on accessibility. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                placedetails_accessibility_info?: string;
                /** @description The toilet is accessible. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_toiletaccessible?: string;
                /** @description The soap of the toilet is non-allergenic. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_toiletsoapnonallergenic?: string;
                /** @description Has a hearing loop. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_hashearingloop?: string;
                /** @description Has a ramp. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_hasramp?: string;
                /** @description Id of the category. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `0b9b2f4e-5a0c-4d0e-9d5b-3f1f6c1f0a11`. */
                categories_id?: string;
                /** @description Name of the category. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                categories_name?: string;
                /** @description Id of the tag. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `5d2c8b1a-7e43-4f6b-8a90-2c1d4e5f6a7b`. */
                tags_id?: string;
                /** @description Name of the tag. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                tags_name?: string;
                /** @description A keyword; lower-case letters and digits recommended. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_tags?: string;
                /** @description Address of the medium; required unless provider and providerRef are given. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_url?: string;
                /** @description Id at the provider. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_providerref?: string;
                /** @description Name of the provider, known to producers and consumers. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_provider?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_title?: string;
                /** @description Description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_description?: string;
                /** @description A keyword; lower-case letters and digits recommended. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_tags?: string;
                /** @description Address of the medium; required unless provider and providerRef are given. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_url?: string;
                /** @description Id at the provider. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_providerref?: string;
                /** @description Name of the provider, known to producers and consumers. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_provider?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_title?: string;
                /** @description Description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_description?: string;
                /** @description An external video type. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_descriptiontype?: string;
                /** @description A keyword; lower-case letters and digits recommended. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_tags?: string;
                /** @description Address of the medium; required unless provider and providerRef are given. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_url?: string;
                /** @description Id at the provider. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_providerref?: string;
                /** @description Name of the provider, known to producers and consumers. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_provider?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_title?: string;
                /** @description Description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_description?: string;
                /** @description Text for those who do not see the picture. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_alternatedescription?: string;
                /** @description A keyword. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_tags?: string;
                /** @description Target. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_url?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_title?: string;
                /** @description Address of a QR image for the link. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_qr?: string;
                /** @description Whether the station can print duplicate voting cards. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placetypes_pollingstation_canprintdubblettrostkort?: string;
                /** @description Whether the station can print duplicate voting cards. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placetypes_mainpollingstation_canprintdubblettrostkort?: string;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller has: 304 when one fits. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exact number of matches and the page asked for. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "TotalHits": 1,
                     *       "Results": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *           "parent": {},
                     *           "name": "Sankt Olofs kyrka",
                     *           "slug": "uppsala-pastorat-sankt-olofs-kyrka",
                     *           "shortDescription": "Sankt Olofs kyrka",
                     *           "created": "2026-01-02T09:30:00.12300Z",
                     *           "updated": "2026-01-02T09:30:00.12300Z",
                     *           "published": "2026-01-01T00:00:00.00000Z",
                     *           "geolocation": {
                     *             "type": "Feature",
                     *             "geometry": {
                     *               "type": "Point",
                     *               "coordinates": [
                     *                 17.6333,
                     *                 59.8581
                     *               ]
                     *             }
                     *           },
                     *           "geolocationInfo": {
                     *             "country": "SE"
                     *           },
                     *           "owner": {
                     *             "id": "unit-17",
                     *             "name": "Uppsala pastorat",
                     *             "type": "Pastorat"
                     *           },
                     *           "openHours": [
                     *             {
                     *               "days": {
                     *                 "su": [
                     *                   {
                     *                     "from": "10:00",
                     *                     "to": "16:00"
                     *                   }
                     *                 ]
                     *               }
                     *             }
                     *           ],
                     *           "placeTypes": {
                     *             "churchAndChapel": {}
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlacePage"];
                };
            };
            /** @description If-None-Match names what would be answered. */
            304: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    putPlace: {
        parameters: {
            query?: {
                /** @description Drop what a client may not set, instead of refusing it. */
                allowOverposting?: boolean;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sankt Olofs kyrka",
                 *       "updatedBy": "anna",
                 *       "owner": {
                 *         "id": "unit-17",
                 *         "name": "Uppsala pastorat",
                 *         "type": "Pastorat"
                 *       },
                 *       "geolocation": {
                 *         "type": "Feature",
                 *         "geometry": {
                 *           "type": "Point",
                 *           "coordinates": [
                 *             17.6333,
                 *             59.8581
                 *           ]
                 *         }
                 *       },
                 *       "placeTypes": {
                 *         "churchAndChapel": {}
                 *       },
                 *       "published": "2026-01-01",
                 *       "openHours": [
                 *         {
                 *           "days": {
                 *             "su": [
                 *               {
                 *                 "from": "10:00",
                 *                 "to": "16:00"
                 *               }
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PlaceBody"];
            };
        };
        responses: {
            /** @description The whole place. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *       "parent": {},
                     *       "name": "Sankt Olofs kyrka",
                     *       "slug": "uppsala-pastorat-sankt-olofs-kyrka",
                     *       "shortDescription": "Sankt Olofs kyrka",
                     *       "created": "2026-01-02T09:30:00.12300Z",
                     *       "updated": "2026-01-02T09:30:00.12300Z",
                     *       "published": "2026-01-01T00:00:00.00000Z",
                     *       "geolocation": {
                     *         "type": "Feature",
                     *         "geometry": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             17.6333,
                     *             59.8581
                     *           ]
                     *         }
                     *       },
                     *       "geolocationInfo": {
                     *         "country": "SE"
                     *       },
                     *       "owner": {
                     *         "id": "unit-17",
                     *         "name": "Uppsala pastorat",
                     *         "type": "Pastorat"
                     *       },
                     *       "openHours": [
                     *         {
                     *           "days": {
                     *             "su": [
                     *               {
                     *                 "from": "10:00",
                     *                 "to": "16:00"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "placeTypes": {
                     *         "churchAndChapel": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Place"];
                };
            };
            /** @description A query parameter is wrong; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request-timeout"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlaceSuggest: {
        parameters: {
            query: {
                /** @description What has been typed, up to 100 characters and 10 words. Example: `upps`. */
                q: string;
                /** @description Suggestions at most. Example: `5`. */
                limit?: number;
                /** @description Place types; * for all. Without it, all but Partial. Example: `Cemetery,ParishHome`. */
                is?: ("*" | "ChurchAndChapel" | "ParishHome" | "Secretariat" | "Cemetery" | "External" | "PollingStation" | "MainPollingStation" | "Partial")[];
                /** @description Also return deleted places, and places that are not published now. Example: `non-published`. */
                include?: ("deleted" | "non-published")[];
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller has: 304 when one fits. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The completions; none where q holds no letter and no digit. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Results": [
                     *         {
                     *           "type": "municipality",
                     *           "text": "Uppsala",
                     *           "count": 214
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        Results: {
                            /**
                             * @description What the text is.
                             * @enum {string}
                             */
                            type: "municipality" | "owner" | "place";
                            /** @description The whole text, as the first place by name writes it. */
                            text: string;
                            /** @description Places that have it. */
                            count: number;
                            /** @description Id of the owner, or of the place, where it is only one. */
                            id?: string;
                        }[];
                    };
                };
            };
            /** @description If-None-Match names what would be answered. */
            304: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlaceTilesByZByXByY: {
        parameters: {
            query?: {
                /** @description Places skipped. Example: `100`. */
                offset?: number;
                /** @description Places returned; 100 when absent (10 with test=true), 0 for TotalHits alone. Example: `20`. */
                limit?: number;
                /** @description Searchable single-valued fields, distance or relevance, in order of precedence; a - behind a name makes it descending. Example: `owner_name,created-`. */
                orderby?: string[];
                /** @description Full text: every term, between spaces, must begin a word somewhere in the place. Example: `sankt kyrka`. */
                q?: string;
                /** @description Place types; * for all. Without it, all but Partial. Example: `Cemetery,ParishHome`. */
                is?: ("*" | "ChurchAndChapel" | "ParishHome" | "Secretariat" | "Cemetery" | "External" | "PollingStation" | "MainPollingStation" | "Partial")[];
                /** @description `longitude,latitude`: orders by distance from there, and with nearbyRadius filters. Example: `17.6389,59.8586`. */
                nearby?: string;
                /** @description Radius in metres; used with nearby. Example: `5000`. */
                nearbyRadius?: string;
                /** @description `west,south,east,north`: only places in this box; west > east crosses the antimeridian. Example: `17.4,59.7,17.9,60`. */
                bbox?: string;
                /** @description Only places that are open then by their openHours, in the time zone of their coordinates: `now`, or a date and time with its offset. Places without hours never are. Example: `now`. */
                openAt?: string;
                /** @description Also return deleted places, and places that are not published now. Example: `non-published`. */
                include?: ("deleted" | "non-published")[];
                /** @description Write the names of owner, categories and tags, and with nearby the distance in metres. Example: `owner,tags`. */
                expand?: ("owner" | "categories" | "tags" | "distance")[];
                /** @description Adds `Facets`: the 20 most frequent values among all matches, with their counts, of each of up to 20 fields, of `is` (the place type) and of `state`. Example: `is,owner_id,geolocationinfo_municipality`. */
                facets?: string[];
                /** @description Answer sample places with every field filled. Example: `true`. */
                test?: boolean;
                /** @description Id, a UUIDv7. Filter: ids separated by commas; several separated by commas, any may match. Example: `01890a5d-ac96-774b-bcce-b302099a8057`. */
                id?: string;
                /** @description Id of the parent place. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `01890a5d-ac96-774b-bcce-b302099a8057`. */
                parent_id?: string;
                /** @description Name of the parent place. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                parent_name?: string;
                /** @description Name of the place. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                name?: string;
                /** @description Unique name for links; changes when the name changes. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `uppsala-pastorat-sankt-olofs-kyrka`. */
                slug?: string;
                /** @description Short text without formatting; the name stands in. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                shortdescription?: string;
                /** @description Longer text, Markdown. Filter: `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~tillgänglig !trappa`. */
                longdescription?: string;
                /** @description When the place was created. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                created?: string;
                /** @description Who created it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                createdby?: string;
                /** @description When the place was last changed. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                updated?: string;
                /** @description Who changed it last; required on every write. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                updatedby?: string;
                /** @description From when the place is public. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                published?: string;
                /** @description Who published it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                publishedby?: string;
                /** @description From when the place is no longer public. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                depublished?: string;
                /** @description Who unpublished it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                depublishedby?: string;
                /** @description When the place was deleted. Filter: `date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `2026-01-01-2026-01-31`. */
                deleted?: string;
                /** @description Who deleted it. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Needs the permission read-restricted. Example: `~sankt`. */
                deletedby?: string;
                /** @description County, municipality and parish code. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_lkf?: string;
                /** @description County. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_county?: string;
                /** @description Municipality. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_municipality?: string;
                /** @description Practically always empty. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_city?: string;
                /** @description Practically always empty. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                geolocationinfo_localarea?: string;
                /** @description ISO 3166-1 alpha-2 code. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `SE,NO`. */
                geolocationinfo_country?: string;
                /** @description Id of the owning unit. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `unit-17,unit-18`. */
                owner_id?: string;
                /** @description Name of the owning unit; the directory wins. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                owner_name?: string;
                /** @description Type of organisational unit, or Projekt. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `Pastorat`. */
                owner_type?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_address?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_postalcode?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_city?: string;
                /** @description Obsolete; use visitingInfo. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_visitingaddress?: string;
                /** @description Country calling code, such as 46. Filter: `number`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `46`. */
                contactinfo_phone_countrycode?: string;
                /** @description Area code without its leading zero. Filter: `number`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `12`. */
                contactinfo_phone_areacode?: string;
                /** @description Subscriber number. Filter: `number`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `12`. */
                contactinfo_phone_number?: string;
                /** @description Contact e-mail. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_email?: string;
                /** @description Address of a contact page. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                contactinfo_url?: string;
                /** @description Fill what is empty here from the owner at the moment of the request; never stored (D48). Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                contactinfo_fetchautomatically?: string;
                /** @description Street address. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_address?: string;
                /** @description Postal code. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_postalcode?: string;
                /** @description Postal town. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_city?: string;
                /** @description Directions or another description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                visitinginfo_description?: string;
                /** @description First day of validity; may be missing on the first entry. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `^2026-`. */
                openhours_validfrom?: string;
                /** @description Last day of validity, inclusive; may be missing on the last entry. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `^2026-`. */
                openhours_validto?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_mo_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_mo_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_tu_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_tu_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_we_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_we_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_th_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_th_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_fr_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_fr_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_sa_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_sa_to?: string;
                /** @description Opening time. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_su_from?: string;
                /** @description Closing time; at or before the opening time it is past midnight. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                openhours_days_su_to?: string;
                /** @description Free text: wifi, café, parking. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                placedetails_info?: string;
                /** @description Has a toilet. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_hastoilet?: string;
                /** @description Has wifi. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_haswifi?: string;
                /** @description Has a café. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_hascafe?: string;
                /** @description Has a charging station. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_haschargingstation?: string;
                /** @description Has parking. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_hasparking?: string;
                /** @description Free text on accessibility. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `~sankt`. */
                placedetails_accessibility_info?: string;
                /** @description The toilet is accessible. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_toiletaccessible?: string;
                /** @description The soap of the toilet is non-allergenic. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_toiletsoapnonallergenic?: string;
                /** @description Has a hearing loop. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_hashearingloop?: string;
                /** @description Has a ramp. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placedetails_accessibility_hasramp?: string;
                /** @description Id of the category. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `0b9b2f4e-5a0c-4d0e-9d5b-3f1f6c1f0a11`. */
                categories_id?: string;
                /** @description Name of the category. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                categories_name?: string;
                /** @description Id of the tag. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `5d2c8b1a-7e43-4f6b-8a90-2c1d4e5f6a7b`. */
                tags_id?: string;
                /** @description Name of the tag. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                tags_name?: string;
                /** @description A keyword; lower-case letters and digits recommended. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_tags?: string;
                /** @description Address of the medium; required unless provider and providerRef are given. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_url?: string;
                /** @description Id at the provider. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_providerref?: string;
                /** @description Name of the provider, known to producers and consumers. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_provider?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_title?: string;
                /** @description Description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_audio_description?: string;
                /** @description A keyword; lower-case letters and digits recommended. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_tags?: string;
                /** @description Address of the medium; required unless provider and providerRef are given. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_url?: string;
                /** @description Id at the provider. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_providerref?: string;
                /** @description Name of the provider, known to producers and consumers. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_provider?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_title?: string;
                /** @description Description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_description?: string;
                /** @description An external video type. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_video_descriptiontype?: string;
                /** @description A keyword; lower-case letters and digits recommended. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_tags?: string;
                /** @description Address of the medium; required unless provider and providerRef are given. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_url?: string;
                /** @description Id at the provider. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_providerref?: string;
                /** @description Name of the provider, known to producers and consumers. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_provider?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_title?: string;
                /** @description Description. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_description?: string;
                /** @description Text for those who do not see the picture. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Needs the permission read-restricted. Example: `~sankt`. */
                media_images_alternatedescription?: string;
                /** @description A keyword. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_tags?: string;
                /** @description Target. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_url?: string;
                /** @description Title. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_title?: string;
                /** @description Address of a QR image for the link. Filter: `text`, `^start`, `~words`, empty for none, each with `!` for not; several separated by commas, any may match. One element must match. Example: `~sankt`. */
                media_links_qr?: string;
                /** @description Whether the station can print duplicate voting cards. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placetypes_pollingstation_canprintdubblettrostkort?: string;
                /** @description Whether the station can print duplicate voting cards. Filter: `true`, `false`, empty for none, each with `!` for not; several separated by commas, any may match. Example: `true`. */
                placetypes_mainpollingstation_canprintdubblettrostkort?: string;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller has: 304 when one fits. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Zoom, 0 to 22. */
                z: string;
                /** @description Column from the west, 0 to 2^z - 1. */
                x: string;
                /** @description Row from the north, 0 to 2^z - 1. */
                y: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mapbox Vector Tile 2.1; empty where there is nothing. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            /** @description If-None-Match names what would be answered. */
            304: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlaceById: {
        parameters: {
            query?: {
                /** @description Answer sample places with every field filled. Example: `true`. */
                test?: boolean;
                /** @description Also return deleted places, and places that are not published now. Example: `non-published`. */
                include?: ("deleted" | "non-published")[];
                /** @description Write the names of owner, categories and tags, and with nearby the distance in metres. Example: `owner,tags`. */
                expand?: ("owner" | "categories" | "tags" | "distance")[];
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller has: 304 when one fits. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the place, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole place. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *       "parent": {},
                     *       "name": "Sankt Olofs kyrka",
                     *       "slug": "uppsala-pastorat-sankt-olofs-kyrka",
                     *       "shortDescription": "Sankt Olofs kyrka",
                     *       "created": "2026-01-02T09:30:00.12300Z",
                     *       "updated": "2026-01-02T09:30:00.12300Z",
                     *       "published": "2026-01-01T00:00:00.00000Z",
                     *       "geolocation": {
                     *         "type": "Feature",
                     *         "geometry": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             17.6333,
                     *             59.8581
                     *           ]
                     *         }
                     *       },
                     *       "geolocationInfo": {
                     *         "country": "SE"
                     *       },
                     *       "owner": {
                     *         "id": "unit-17",
                     *         "name": "Uppsala pastorat",
                     *         "type": "Pastorat"
                     *       },
                     *       "openHours": [
                     *         {
                     *           "days": {
                     *             "su": [
                     *               {
                     *                 "from": "10:00",
                     *                 "to": "16:00"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "placeTypes": {
                     *         "churchAndChapel": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Place"];
                };
            };
            /** @description If-None-Match names what would be answered. */
            304: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    putPlaceById: {
        parameters: {
            query?: {
                /** @description Drop what a client may not set, instead of refusing it. */
                allowOverposting?: boolean;
                /** @description What happens to the children. Example: `set-published`. */
                childAction?: ("set-published" | "skip-depublished")[];
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller knows: 412 when the place has changed since. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the place, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sankt Olofs kyrka",
                 *       "updatedBy": "anna",
                 *       "owner": {
                 *         "id": "unit-17",
                 *         "name": "Uppsala pastorat",
                 *         "type": "Pastorat"
                 *       },
                 *       "geolocation": {
                 *         "type": "Feature",
                 *         "geometry": {
                 *           "type": "Point",
                 *           "coordinates": [
                 *             17.6333,
                 *             59.8581
                 *           ]
                 *         }
                 *       },
                 *       "placeTypes": {
                 *         "churchAndChapel": {}
                 *       },
                 *       "published": "2026-01-01",
                 *       "openHours": [
                 *         {
                 *           "days": {
                 *             "su": [
                 *               {
                 *                 "from": "10:00",
                 *                 "to": "16:00"
                 *               }
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PlaceBody"];
            };
        };
        responses: {
            /** @description The whole place. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *       "parent": {},
                     *       "name": "Sankt Olofs kyrka",
                     *       "slug": "uppsala-pastorat-sankt-olofs-kyrka",
                     *       "shortDescription": "Sankt Olofs kyrka",
                     *       "created": "2026-01-02T09:30:00.12300Z",
                     *       "updated": "2026-01-02T09:30:00.12300Z",
                     *       "published": "2026-01-01T00:00:00.00000Z",
                     *       "geolocation": {
                     *         "type": "Feature",
                     *         "geometry": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             17.6333,
                     *             59.8581
                     *           ]
                     *         }
                     *       },
                     *       "geolocationInfo": {
                     *         "country": "SE"
                     *       },
                     *       "owner": {
                     *         "id": "unit-17",
                     *         "name": "Uppsala pastorat",
                     *         "type": "Pastorat"
                     *       },
                     *       "openHours": [
                     *         {
                     *           "days": {
                     *             "su": [
                     *               {
                     *                 "from": "10:00",
                     *                 "to": "16:00"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "placeTypes": {
                     *         "churchAndChapel": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Place"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deletePlaceById: {
        parameters: {
            query: {
                /** @description Who deletes the place. Example: `anna`. */
                deletedby: string;
                /** @description What happens to the children. Example: `disconnect`. */
                childAction?: "disconnect"[];
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller knows: 412 when the place has changed since. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the place, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            412: components["responses"]["precondition-failed"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    patchPlaceById: {
        parameters: {
            query?: {
                /** @description Drop what a client may not set, instead of refusing it. */
                allowOverposting?: boolean;
                /** @description What happens to the children. Example: `set-published`. */
                childAction?: ("set-published" | "skip-depublished")[];
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller knows: 412 when the place has changed since. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the place, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updatedBy": "anna",
                 *       "depublished": null,
                 *       "placeDetails": {
                 *         "hasWifi": true
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["PlacePatch"];
                /**
                 * @example {
                 *       "updatedBy": "anna",
                 *       "depublished": null,
                 *       "placeDetails": {
                 *         "hasWifi": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PlacePatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlaceByIdRestore: {
        parameters: {
            query: {
                /** @description Who restores the place. Example: `anna`. */
                updatedby: string;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller knows: 412 when the place has changed since. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the place, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole place. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *       "parent": {},
                     *       "name": "Sankt Olofs kyrka",
                     *       "slug": "uppsala-pastorat-sankt-olofs-kyrka",
                     *       "shortDescription": "Sankt Olofs kyrka",
                     *       "created": "2026-01-02T09:30:00.12300Z",
                     *       "updated": "2026-01-02T09:30:00.12300Z",
                     *       "published": "2026-01-01T00:00:00.00000Z",
                     *       "geolocation": {
                     *         "type": "Feature",
                     *         "geometry": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             17.6333,
                     *             59.8581
                     *           ]
                     *         }
                     *       },
                     *       "geolocationInfo": {
                     *         "country": "SE"
                     *       },
                     *       "owner": {
                     *         "id": "unit-17",
                     *         "name": "Uppsala pastorat",
                     *         "type": "Pastorat"
                     *       },
                     *       "openHours": [
                     *         {
                     *           "days": {
                     *             "su": [
                     *               {
                     *                 "from": "10:00",
                     *                 "to": "16:00"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "placeTypes": {
                     *         "churchAndChapel": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Place"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition-failed"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlaceByIdPurge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the place, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed for good. */
            204: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            409: components["responses"]["conflict"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlaceBySlugBySlug: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller has: 304 when one fits. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A present or former slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole place. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *       "parent": {},
                     *       "name": "Sankt Olofs kyrka",
                     *       "slug": "uppsala-pastorat-sankt-olofs-kyrka",
                     *       "shortDescription": "Sankt Olofs kyrka",
                     *       "created": "2026-01-02T09:30:00.12300Z",
                     *       "updated": "2026-01-02T09:30:00.12300Z",
                     *       "published": "2026-01-01T00:00:00.00000Z",
                     *       "geolocation": {
                     *         "type": "Feature",
                     *         "geometry": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             17.6333,
                     *             59.8581
                     *           ]
                     *         }
                     *       },
                     *       "geolocationInfo": {
                     *         "country": "SE"
                     *       },
                     *       "owner": {
                     *         "id": "unit-17",
                     *         "name": "Uppsala pastorat",
                     *         "type": "Pastorat"
                     *       },
                     *       "openHours": [
                     *         {
                     *           "days": {
                     *             "su": [
                     *               {
                     *                 "from": "10:00",
                     *                 "to": "16:00"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "placeTypes": {
                     *         "churchAndChapel": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Place"];
                };
            };
            /** @description The place has another slug now; Location leads there. */
            301: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description If-None-Match names what would be answered. */
            304: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlaceByIdHours: {
        parameters: {
            query?: {
                /** @description From when: a day at the place, or a date and time with its offset. Without it, from the present day at the place. Example: `2026-12-21`. */
                from?: string;
                /** @description Until when, inclusive; at most 100 days later. Without it, 7 days. Example: `2026-12-27`. */
                to?: string;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description Entity tags that the caller has: 304 when one fits. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the place, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The spans, whether it is open now, and when that next changes. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timeZone": "Europe/Stockholm",
                     *       "openNow": true,
                     *       "nextChange": "2026-12-21T16:00:00.00000Z",
                     *       "spans": [
                     *         {
                     *           "day": "2026-12-21",
                     *           "from": "2026-12-21T07:00:00.00000Z",
                     *           "to": "2026-12-21T16:00:00.00000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The time zone of the coordinates, by its name in the IANA database. */
                        timeZone: string;
                        /** @description Whether the place is open now; absent when its hours say nothing about today. */
                        openNow?: boolean;
                        /**
                         * Format: date-time
                         * @description When it next closes if it is open now, or opens if not; absent when not within 366 days.
                         */
                        nextChange?: string;
                        spans: {
                            /**
                             * Format: date
                             * @description The day at the place on which the span begins.
                             */
                            day: string;
                            /**
                             * Format: date-time
                             * @description When it opens.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description When it closes.
                             */
                            to: string;
                        }[];
                    };
                };
            };
            /** @description If-None-Match names what would be answered. */
            304: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlaceByIdRevisions: {
        parameters: {
            query?: {
                /** @description Revisions skipped. */
                offset?: number;
                /** @description Revisions returned. */
                limit?: number;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the place. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revisions. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All there are. */
                        TotalHits: number;
                        Results: {
                            /** @description Number of the revision. */
                            revision: number;
                            /**
                             * Format: date-time
                             * @description When.
                             */
                            time: string;
                            /**
                             * @description What was done; /docs/states explains each.
                             * @enum {string}
                             */
                            action: "create" | "patch" | "replace" | "delete" | "restore" | "disconnect" | "follow" | "geolocate" | "purge";
                            /** @description Who did it; only with read-restricted. */
                            who?: string;
                            /** @description Dotted paths of what has changed. */
                            changed: string[];
                        }[];
                    };
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlaceByIdRevisionsByRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the place. */
                id: string;
                /** @description Number of the revision. */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The place as it was. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /** @description The last revision that is known already. */
                after?: number;
                /** @description Changes returned. */
                limit?: number;
                /** @description Seconds to wait for the first change when there is none yet. */
                wait?: number;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes in order. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Ask for what comes after this one next. */
                        Revision: number;
                        /** @description Identity of the journal; where it is another one than before, read everything anew. */
                        History: string;
                        Results: {
                            /** @description Number of the revision. */
                            revision: number;
                            /**
                             * Format: date-time
                             * @description When.
                             */
                            time: string;
                            /**
                             * @description What was done; /docs/states explains each.
                             * @enum {string}
                             */
                            action: "create" | "patch" | "replace" | "delete" | "restore" | "disconnect" | "follow" | "geolocate" | "purge" | "put";
                            /** @description Who did it; only with read-restricted. */
                            who?: string;
                            /** @enum {string} */
                            kind: "place" | "directory";
                            /** @description Id of the place, or <list>/<id> of the directory entry. */
                            id: string;
                            place?: components["schemas"]["Place"];
                            entry?: components["schemas"]["DirectoryEntry"];
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDirectoryOwners: {
        parameters: {
            query?: {
                /** @description Only entries whose name begins so, case ignored. Example: `Upp`. */
                q?: string;
                /** @description Only entries whose name has a word that begins with each of these words, case ignored, in any order, as `q` finds places; at most 10. Example: `upp dom`. */
                words?: string;
                /** @description Entries skipped. */
                offset?: number;
                /** @description Entries returned. */
                limit?: number;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All there are. */
                        TotalHits: number;
                        Results: components["schemas"]["DirectoryEntry"][];
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDirectoryOwnersById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    putDirectoryOwnersById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description `*`: 412 when there is an entry with the id already. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the owner. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Uppsala"
                 *     }
                 */
                "application/json": {
                    /** @description Name, as it is shown with places. */
                    name: string;
                    /** @description Type of organisational unit. */
                    type?: string;
                    contactInfo?: {
                        /** @description Obsolete; use visitingInfo. */
                        address?: string;
                        /** @description Obsolete; use visitingInfo. */
                        postalCode?: string;
                        /** @description Obsolete; use visitingInfo. */
                        city?: string;
                        /** @description Obsolete; use visitingInfo. */
                        visitingAddress?: string;
                        /** @description A telephone number in three parts. */
                        phone?: {
                            /** @description Country calling code, such as 46. */
                            CountryCode?: number;
                            /** @description Area code without its leading zero. */
                            AreaCode?: number;
                            /** @description Subscriber number. */
                            Number?: number;
                        };
                        /** @description Contact e-mail. */
                        email?: string;
                        /** @description Address of a contact page. */
                        url?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The entry, which was there before. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description The entry, which is new. */
            201: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteDirectoryOwnersById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            409: components["responses"]["conflict"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDirectoryCategories: {
        parameters: {
            query?: {
                /** @description Only entries whose name begins so, case ignored. Example: `Upp`. */
                q?: string;
                /** @description Only entries whose name has a word that begins with each of these words, case ignored, in any order, as `q` finds places; at most 10. Example: `upp dom`. */
                words?: string;
                /** @description Entries skipped. */
                offset?: number;
                /** @description Entries returned. */
                limit?: number;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All there are. */
                        TotalHits: number;
                        Results: components["schemas"]["DirectoryEntry"][];
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDirectoryCategoriesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    putDirectoryCategoriesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description `*`: 412 when there is an entry with the id already. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the entry, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Uppsala"
                 *     }
                 */
                "application/json": {
                    /** @description Name, as it is shown with places. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The entry, which was there before. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description The entry, which is new. */
            201: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteDirectoryCategoriesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            409: components["responses"]["conflict"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDirectoryTags: {
        parameters: {
            query?: {
                /** @description Only entries whose name begins so, case ignored. Example: `Upp`. */
                q?: string;
                /** @description Only entries whose name has a word that begins with each of these words, case ignored, in any order, as `q` finds places; at most 10. Example: `upp dom`. */
                words?: string;
                /** @description Entries skipped. */
                offset?: number;
                /** @description Entries returned. */
                limit?: number;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All there are. */
                        TotalHits: number;
                        Results: components["schemas"]["DirectoryEntry"][];
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDirectoryTagsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    putDirectoryTagsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
                /** @description `*`: 412 when there is an entry with the id already. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the entry, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Uppsala"
                 *     }
                 */
                "application/json": {
                    /** @description Name, as it is shown with places. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The entry, which was there before. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description The entry, which is new. */
            201: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntry"];
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteDirectoryTagsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            409: components["responses"]["conflict"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the key. */
                        id: string;
                        /** @description What the key is for. */
                        name: string;
                        permissions: ("read" | "read-restricted" | "create" | "update" | "delete" | "admin")[];
                        /** @description The only owners whose places it may write. */
                        owners?: string[];
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created: string;
                        /**
                         * Format: date-time
                         * @description From when it is no longer valid.
                         */
                        expires?: string;
                    }[];
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    postKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "the website",
                 *       "permissions": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What the key is for. */
                    name: string;
                    /** @description What the key may do; admin implies all. */
                    permissions: ("read" | "read-restricted" | "create" | "update" | "delete" | "admin")[];
                    /** @description The only owners whose places the key may write. */
                    owners?: string[];
                    /** @description From when the key is no longer valid. */
                    expires?: string;
                };
            };
        };
        responses: {
            /** @description The key; its secret is shown this once. */
            201: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the key. */
                        id: string;
                        /** @description What the key is for. */
                        name: string;
                        permissions: ("read" | "read-restricted" | "create" | "update" | "delete" | "admin")[];
                        /** @description The only owners whose places it may write. */
                        owners?: string[];
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created: string;
                        /**
                         * Format: date-time
                         * @description From when it is no longer valid.
                         */
                        expires?: string;
                        /** @description The secret, shown this once. */
                        key: string;
                    };
                };
            };
            /** @description A query parameter is wrong; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getKeysSelf: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its secret. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the key. */
                        id: string;
                        /** @description What the key is for. */
                        name: string;
                        permissions: ("read" | "read-restricted" | "create" | "update" | "delete" | "admin")[];
                        /** @description The only owners whose places it may write. */
                        owners?: string[];
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteKeysById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    postKeysByIdRotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path: {
                /** @description Id of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key; its new secret is shown this once. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the key. */
                        id: string;
                        /** @description What the key is for. */
                        name: string;
                        permissions: ("read" | "read-restricted" | "create" | "update" | "delete" | "admin")[];
                        /** @description The only owners whose places it may write. */
                        owners?: string[];
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created: string;
                        /**
                         * Format: date-time
                         * @description From when it is no longer valid.
                         */
                        expires?: string;
                        /** @description The secret, shown this once. */
                        key: string;
                    };
                };
            };
            /** @description A query parameter is wrong; or The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    postImport: {
        parameters: {
            query?: {
                /** @description Judge everything and write nothing. */
                dryRun?: boolean;
                /** @description Drop what a client may not set, instead of refusing it. */
                allowOverposting?: boolean;
                /** @description Stands in for places that name no updatedBy. Example: `anna`. */
                updatedby?: string;
            };
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"kind":"owner","id":"1","name":"Uppsala"} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description A result a line, in order. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @description Number of the line. */
                        line: number;
                        /** @description The key of the record, if it has one. */
                        key?: string;
                        /** @enum {string} */
                        status: "created" | "changed" | "unchanged" | "refused";
                        /** @description Id of the place or entry. */
                        id?: string;
                        errors?: components["schemas"]["Fault"][];
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description NDJSON: the directory, then the places that are not deleted, parents before children. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    postGeolocate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A revision that the answer must have seen, as an earlier answer told it. */
                "Gazetteer-Revision"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Progress, a line a group. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @description Places looked at. */
                        seen: number;
                        /** @description Of these, changed. */
                        changed: number;
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    postBackup: {
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
                 *       "file": "/var/backups/gazetteer.db"
                 *     }
                 */
                "application/json": {
                    /** @description Absolute path of a file that does not exist yet. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The file is complete. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file?: string;
                    };
                };
            };
            /** @description A query parameter is wrong; or The body cannot be read; or The body breaks a rule */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid-parameter"];
            401: components["responses"]["unauthorized"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getHealthLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "live" | "ready";
                        /**
                         * @description There when nothing can be written now.
                         * @enum {string}
                         */
                        writes?: "unavailable";
                        /** @description Why nothing can be written now. */
                        reason?: string;
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
        };
    };
    getHealthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is: the index is complete. */
            200: {
                headers: {
                    "Gazetteer-Revision": components["headers"]["Gazetteer-Revision"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "live" | "ready";
                        /**
                         * @description There when nothing can be written now.
                         * @enum {string}
                         */
                        writes?: "unavailable";
                        /** @description Why nothing can be written now. */
                        reason?: string;
                    };
                };
            };
            400: components["responses"]["invalid-parameter"];
            431: components["responses"]["head-too-large"];
            500: components["responses"]["internal"];
        };
    };
}
