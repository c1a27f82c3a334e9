/**
 * The table of a model: {@link io.cambric.nn.summary.Summary}, after {@code Module.tabulate} of
 * Flax.
 */
@NullMarked
package io.cambric.nn.summary;

import org.jspecify.annotations.NullMarked;
