/** Cases that a Python expression or program describes. */
@NullMarked
package io.cambric.conformance.jax;

import org.jspecify.annotations.NullMarked;
