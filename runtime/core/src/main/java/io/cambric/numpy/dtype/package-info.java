/** Dtypes of results, and the limits of dtypes. */
@NullMarked
package io.cambric.numpy.dtype;

import org.jspecify.annotations.NullMarked;
