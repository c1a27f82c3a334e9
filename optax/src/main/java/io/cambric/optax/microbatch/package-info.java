/** Functions of large batches, evaluated on smaller ones in sequence to need less memory. */
@NullMarked
package io.cambric.optax.microbatch;

import org.jspecify.annotations.NullMarked;
