/** Dtypes of results, and the limits of dtypes. */
@CheckReturnValue
@NullMarked
package io.cambric.numpy.dtype;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
