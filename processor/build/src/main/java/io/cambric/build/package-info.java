/**
 * The markers that the generators of this build read: tables of contents of façades, and records
 * with withers. Libraries need them at compile time alone, so nobody gets this artifact.
 */
@NullMarked
package io.cambric.build;

import org.jspecify.annotations.NullMarked;
