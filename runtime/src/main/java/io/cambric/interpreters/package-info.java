/**
 * The traces behind the transformations: forward differentiation, linearization, transposition,
 * batching and staging.
 */
@NullMarked
package io.cambric.interpreters;

import org.jspecify.annotations.NullMarked;
