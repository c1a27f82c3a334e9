/**
 * Collectives: operations between the lanes of a named axis, under {@code vmap} and {@code pmap}.
 */
@NullMarked
package io.cambric.lax.collective;

import org.jspecify.annotations.NullMarked;
