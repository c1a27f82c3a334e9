/** Transformations of gradients of single examples, and their aggregation. */
@NullMarked
package io.cambric.optax.aggregate;

import org.jspecify.annotations.NullMarked;
